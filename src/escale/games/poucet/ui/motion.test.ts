import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CARDS, HAND, show } from './board.testing.ts';
import { at } from './positions.testing.ts';

/** What moved: the element, and from where. */
let moved: { node: Element; from: Keyframe }[] = [];

beforeEach(() => {
  moved = [];
  Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
    moved.push({ node: this, from: frames[0] as Keyframe });
    return { finished: Promise.resolve() } as unknown as Animation;
  } as typeof Element.prototype.animate;
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'animate');
  vi.restoreAllMocks();
});

const before = at(CARDS, [], { hands: [HAND, null] });
/** Red goes on at a6; what lay at g5 is in no path. */
const after = at(`${CARDS} a6:rns`, [], {
  hands: [HAND.with(0, 'ogre'), null],
  winner: 0,
});
const effects = [
  { kind: 'lay', seat: 0, card: 'ri', at: [0, 5], open: 'ns', role: 'path' },
  { kind: 'draw', seat: 0, card: 'ogre' },
  { kind: 'join', seat: 0, cells: [[0, 5]] },
  { kind: 'cut', seat: 1, cells: [[6, 4]] },
  { kind: 'win', seat: 0 },
];
const last = { seat: 0, move: 'a6:rns', effects };
const nodes = (name: string) => moved.filter(({ node }) => node.matches(name));

describe('a move just played', () => {
  it('is seen happening: the card comes down, paths are run along, cut parts fade, the flower opens, a card is drawn', async () => {
    const { rerender, container } = show({ view: before, active: false, pace: 400 });
    expect(moved).toEqual([]);
    await rerender({ view: after, active: false, pace: 400, last, fresh: true });
    expect(nodes('[data-at="0,5"]')).toHaveLength(1);
    expect(nodes('.running')).toHaveLength(1);
    expect(nodes('[data-at="6,4"] .idle')).toHaveLength(1);
    expect(nodes('.bloom')).toHaveLength(1);
    expect(nodes('.hand svg')).toHaveLength(1);
    expect(container.querySelectorAll('.newest')).toHaveLength(1);
  });

  it('is there at once for who wants no motion, or comes later', async () => {
    for (const given of [
      { pace: 0, fresh: true },
      { pace: 400, fresh: false },
    ]) {
      const { rerender, container } = show({ view: before, active: false, ...given });
      await rerender({ view: after, active: false, last, ...given });
      expect(moved).toEqual([]);
      expect(container.querySelectorAll('.running')).toHaveLength(0);
      expect(container.querySelectorAll('.newest')).toHaveLength(1);
      cleanup();
    }
  });

  it('lets nothing breathe for who wants no motion', () => {
    const { container } = show({ pace: 0 });
    expect(container.querySelectorAll('.mark:not(.still), .end:not(.still)')).toHaveLength(0);
    cleanup();
    expect(show({ pace: 400 }).container.querySelectorAll('.mark.still, .end.still')).toHaveLength(0);
  });
});
