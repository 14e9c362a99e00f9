import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CARDS, DRAW, show, VIEW } from './board.testing.ts';
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

const LAID = '25,20:2x3:g1';
const after = at([...CARDS, LAID, '23,20:2x3:g1'], ['0 ordinary 23,22'], [], { hands: VIEW.hands });
const before = at([...CARDS, LAID], [], [], { hands: VIEW.hands });
const effects = [
  { kind: 'lay', seat: 0, at: [23, 20], size: [2, 3], colour: 'g', whites: [1] },
  { kind: 'mark', seat: 0, marker: 'ordinary', at: [23, 22], cells: [[23, 22]] },
];
const last = { seat: 0, move: '23,20:2x3:g1', effects };
const nodes = (name: string) => moved.filter(({ node }) => node.matches(name));

describe('a move just played', () => {
  it('is seen happening: the card settles, then its marker drops', async () => {
    const { rerender } = show({ view: before, active: false, pace: 400 });
    expect(moved).toEqual([]);
    await rerender({ view: after, active: false, pace: 400, last, fresh: true });
    expect(nodes('[data-piece="23,20:2x3:g1"]')).toHaveLength(1);
    expect(nodes('[data-territory="23,22"]')).toHaveLength(1);
    expect(nodes('.still')).toHaveLength(1);
  });

  it('is there at once for who wants no motion, or comes later', async () => {
    for (const given of [
      { pace: 0, fresh: true },
      { pace: 400, fresh: false },
    ]) {
      const { rerender } = show({ view: before, active: false, ...given });
      await rerender({ view: after, active: false, last, ...given });
      expect(nodes('[data-piece], [data-territory]')).toEqual([]);
      cleanup();
    }
  });

  it('moves the window along when the terrain grows', async () => {
    const { rerender } = show({ view: VIEW, active: false, pace: 400 });
    await rerender({ view: at([...CARDS, '25,24:3x2:g4'], [], []), active: false, pace: 400 });
    expect(nodes('.frame').map(({ from }) => from.transform)).toEqual([expect.stringMatching(/^translate\(/)]);
  });

  it('brings cards to the hand and to the discards', async () => {
    const { rerender } = show({ view: DRAW, active: false, pace: 400 });
    const hands = [[{ colour: 'b' as const, pattern: '13' }], DRAW.hands[1] ?? []];
    await rerender({ view: { ...DRAW, hands, discard: [...DRAW.discard, 'g1'] }, active: false, pace: 400, fresh: true });
    expect(nodes('.card svg')).toHaveLength(1);
    expect(nodes('.pile svg')).toHaveLength(1);
  });
});
