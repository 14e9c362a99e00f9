import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OVER, PLANETS, show, TAKE } from './board.testing.ts';
import { at, offerOf } from './positions.testing.ts';

/** What moved. */
let moved: Element[] = [];

beforeEach(() => {
  moved = [];
  Element.prototype.animate = function (this: Element) {
    moved.push(this);
    return { finished: Promise.resolve() } as unknown as Animation;
  } as typeof Element.prototype.animate;
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const nodes = (name: string) => moved.filter((node) => node.matches(name));
const before = at(PLANETS, []);
const third = at([`${PLANETS[0]?.replace('1:bsE', '1:(bsE)').replace('5:bWWB', '5:(bWWB)')} 7:(bsG)`, ...PLANETS.slice(1)], []);
const last = {
  seat: 0,
  move: 'take bsG 7',
  effects: [
    { kind: 'take', seat: 0, tile: 'bsG', at: 7, stack: 'rising', hidden: false },
    { kind: 'baobabs', seat: 0, at: [1, 5, 7] },
  ],
};

describe('a move just played', () => {
  it('is seen happening: the tile comes down, and three are turned', async () => {
    const { rerender, container } = show({ view: before, active: false, pace: 400 });
    expect(moved).toEqual([]);
    await rerender({ view: third, active: false, pace: 400, last, fresh: true });
    expect(nodes('.window [data-at="7"]')).toHaveLength(2);
    expect(nodes('.window [data-at="1"], .window [data-at="5"]')).toHaveLength(2);
    expect(container.querySelectorAll('.window .newest')).toHaveLength(1);
  });

  it('turns up tiles from their stack', async () => {
    const { rerender } = show({ view: before, active: false, pace: 400 });
    const offer = offerOf('rising bsG v** lllS');
    const effects = [{ kind: 'turn_up', stack: 'rising', tiles: ['bsG', 'v**', 'lllS'] }];
    await rerender({
      view: { ...TAKE, offer },
      active: false,
      pace: 400,
      last: { seat: 1, move: 'stack rising', effects },
      fresh: true,
    });
    expect(nodes('.offer svg')).toHaveLength(3);
  });

  it('counts the points row by row at the end', async () => {
    const { rerender } = show({ view: before, active: false, pace: 400 });
    await rerender({
      view: OVER,
      active: false,
      pace: 400,
      last: { seat: 0, move: 'take sE', effects: [{ kind: 'over' }] },
      fresh: true,
    });
    expect(nodes('.score ol li').length).toBeGreaterThanOrEqual(4);
  });

  it('is there at once for who wants no motion, or comes later', async () => {
    for (const given of [
      { pace: 0, fresh: true },
      { pace: 400, fresh: false },
    ]) {
      const { rerender, container } = show({ view: before, active: false, ...given });
      await rerender({ view: third, active: false, last, ...given });
      expect(moved).toEqual([]);
      expect(container.querySelectorAll('.window .newest')).toHaveLength(1);
      cleanup();
    }
  });

  it('lets nothing breathe for who wants no motion', () => {
    const chosen = TAKE.moves[0] ?? null;
    expect(show({ chosen, pace: 0 }).container.querySelectorAll('rect.mark:not(.still)')).toHaveLength(0);
    cleanup();
    expect(show({ chosen, pace: 400 }).container.querySelectorAll('rect.mark:not(.still)')).toHaveLength(2);
  });
});
