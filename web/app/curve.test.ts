/** The picture of a game's expected results, and what it says to who can't see it. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Area, apart, costAlone, linesOf, noneText, reachOf } from './curve.ts';
import en from './i18n/en.ts';
import fr from './i18n/fr.ts';
import { i18n } from './i18n/language.svelte.ts';
import Curve from './parts/Curve.svelte';

beforeEach(async () => {
  await i18n.use('en');
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('those who always expect the same share a line', () => {
  const curve = [
    [0.4, 0.6, 0.4, 0.6],
    [1, 0, 1, 0],
  ];
  expect(linesOf(curve)).toEqual([
    { seats: [0, 2], values: [0.4, 1] },
    { seats: [1, 3], values: [0.6, 0] },
  ]);
  expect(
    linesOf([
      [0.5, 0.5],
      [0.2, 0.8],
    ]),
  ).toHaveLength(2);
});

test('chances reach from none to all, anything else as far as it goes', () => {
  expect(reachOf([[0.4], [0.6]], true)).toEqual([0, 1]);
  const below = [
    [-0.4, 0.1],
    [0.6, -0.2],
  ];
  expect(reachOf(below, false)).toEqual([-0.4, 0.6]);
  expect(reachOf([[-1, -1]], false)).toEqual([-1.5, -0.5]);
});

test('alone, the top is all there is to win', () => {
  expect(reachOf([[-0.4], [0.6]], false)).toEqual([-0.4, 1]);
  expect(reachOf([[1], [1]], false)).toEqual([0, 1]);
});

test('alone, a cost is told in what the picture counts', () => {
  expect(costAlone(en, [0, 1], 0.3, 0.8)).toBe('With the better move: 8 out of 10; with this one: 5 out of 10.');
  expect(costAlone(en, [-0.2, 1], 0.6, 1)).toBe('With the better move: won; with this one: 5 out of 10.');
  expect(costAlone(en, [0, 1], 0.01, 0.8)).toBe('');
});

test('where no move cost much there is praise only if nothing else was the matter', () => {
  const { none } = en.review;
  const names = ['Ada', 'Bob'];
  const fall = { ply: 0, seat: 0, fell: 0, drop: 0.5, why: 'hidden' as const };
  const told = (curve: number[][], falls = [fall].slice(1)) => noneText(en, { curve, falls }, names.slice(0, curve[0]?.length));
  const from = (...starts: number[]) => [starts, [0, 1]];
  expect(told(from(0.5, 0.5), [fall])).toBe(none.falls);
  expect(told(from(0.5, 0.5))).toBe(none.slow);
  expect(told(from(0.3, 0.7))).toBe(none.ahead(['Bob']));
  expect(
    told([
      [0.5, 0.5],
      [0.5, 0.5],
    ]),
  ).toBe(none.well);
  expect(told([[0.9], [1]])).toBe(none.well);
  expect(told([[0.1], [-0.2]])).toBe(none.alone);
});

test('one who was ahead was, and two were, in both languages', () => {
  const told = (t: typeof en, ...curve: number[][]) => noneText(t, { curve, falls: [] }, ['Ada', 'Bo', 'Cy', 'Di']);
  for (const [t, one, two] of [
    [en, ' Bo was ahead from the start.', ' Ada and Cy were ahead from the start.'],
    [fr, ' Bo avait l’avantage dès le début.', ' Ada et Cy avaient l’avantage dès le début.'],
  ] as const) {
    expect(told(t, [0.1, 0.7, 0.1, 0.1], [0, 1, 0, 0])).toContain(one);
    expect(told(t, [0.8, 0.2, 0.8, 0.2], [1, 0, 1, 0])).toContain(two);
  }
});

test('numbers of turning points don’t lie over each other, nor beyond the edge', () => {
  expect(apart([50, 100, 10], 20, 300)).toEqual([50, 100, 10]);
  expect(apart([110, 100], 20, 300)).toEqual([120, 100]);
  expect(apart([295, 300, 290], 20, 300)).toEqual([280, 300, 260]);
});

test('a place in the picture is a position, and a position a place', () => {
  const area = new Area(360, 190, { left: 40, right: 20, top: 10, bottom: 20 }, 20, [0, 1]);
  expect([area.x(0), area.x(20), area.y(1), area.y(0)]).toEqual([40, 340, 10, 170]);
  for (const ply of [0, 7, 20]) expect(area.ply(area.x(ply) + 3)).toBe(ply);
  expect([area.ply(-50), area.ply(999)]).toEqual([0, 20]);
  expect(new Area(360, 190, { left: 0, right: 0, top: 0, bottom: 0 }, 2, [0, 1]).path([0, 1, 0.5])).toBe(
    'M0.0 190.0L180.0 0.0L360.0 95.0',
  );
});

const curve = [
  [0.5, 0.5],
  [0.62, 0.38],
  [0.3, 0.7],
  [0, 1],
];
function draw(more: object = {}) {
  const visited: number[] = [];
  render(Curve, {
    curve,
    names: ['Ada', 'Bob'],
    ply: 1,
    turns: [2],
    falls: [],
    onvisit: (ply: number) => visited.push(ply),
    ...more,
  });
  return visited;
}

test('every line is told apart by more than its colour', () => {
  draw({
    curve: [[0.1, 0.2, 0.3, 0.2, 0.2].map((x, n) => x + n / 100), [0, 1, 0, 0, 0]],
    names: [...'abcde'],
    ply: 0,
    turns: [],
  });
  const lines = [...document.querySelectorAll('.picture path.line')];
  expect(lines).toHaveLength(5);
  expect(new Set(lines.map((line) => line.getAttribute('stroke-dasharray'))).size).toBe(5);
  const marks = [...document.querySelectorAll('li path:not(.line)')].map((mark) => mark.getAttribute('d'));
  expect(new Set(marks).size).toBe(5);
});

test('more lines than marks are told apart too: by their strokes, and by a letter at the name and on the line', () => {
  const names = [...'abcdefgh'];
  draw({ curve: [names.map((_, n) => n / 10), names.map((_, n) => (n === 3 ? 1 : 0))], names, ply: 0, turns: [] });
  const lines = [...document.querySelectorAll('.picture path.line')];
  const marks = [...document.querySelectorAll('.picture svg > path[transform]')].map((mark) => mark.getAttribute('d'));
  expect(lines.map((line) => line.getAttribute('stroke')).join()).toMatch(/^(var\(--line-[1-5]\),?){8}$/);
  const looks = lines.map((line, index) => `${line.getAttribute('stroke-dasharray')} ${marks[index]}`);
  expect(new Set(looks).size).toBe(8);
  expect([...document.querySelectorAll('li b')].map((one) => one.textContent)).toEqual([...'ABCDEFGH']);
  expect([...document.querySelectorAll('.letter')].map((one) => one.textContent?.trim())).toEqual([...'ABCDEFGH']);
  cleanup();
  draw();
  expect(document.querySelector('li b')).toBeNull();
  expect(document.querySelector('.letter')).toBeNull();
});

test('it is a slider that says who could expect what', async () => {
  const visited = draw();
  const slider = screen.getByRole('slider', { name: 'Chances of winning, move by move' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Move 1 of 3: Ada 62%, Bob 38%');
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'Home', 'End'])
    await fireEvent.keyDown(slider, { key });
  expect(visited).toEqual([2, 2, 0, 0, 0, 3]);
  expect(document.querySelector('.number')?.textContent).toBe('1');
});

test('a click goes to the nearest position; a mouse may be dragged along, a finger scrolls', async () => {
  const visited = draw();
  const slider = screen.getByRole('slider');
  vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 100 } as DOMRect);
  const area = new Area(360, 190, { left: 46, right: 12, top: 30, bottom: 24 }, 3, [0, 1]);
  await fireEvent.click(slider, { clientX: 100 + area.x(2) + 4 });
  await fireEvent.pointerMove(slider, { clientX: 100 + area.x(3), buttons: 1, pointerType: 'mouse' });
  await fireEvent.pointerMove(slider, { clientX: 100 + area.x(1), buttons: 0, pointerType: 'mouse' });
  await fireEvent.pointerMove(slider, { clientX: 100 + area.x(1), buttons: 1, pointerType: 'touch' });
  expect(visited).toEqual([2, 3]);
});

test('all of it can be read as a table', () => {
  draw();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((one) => one.textContent))).toEqual([
    ['Move', 'Ada', 'Bob'],
    ['Start', '50%', '50%'],
    ['1', '62%', '38%'],
    ['2', '30%', '70%'],
    ['3', '0%', '100%'],
  ]);
});

test('of who plays alone nobody says a chance', () => {
  draw({ curve: [[-0.2], [0.3], [-0.1], [0.8]], names: ['Ada'] });
  expect(document.body.textContent).not.toContain('%');
  const slider = screen.getByRole('slider', { name: i18n.t.review.outlook });
  expect(slider.getAttribute('aria-valuetext')).toBe('Move 1 of 3: Ada 4 out of 10');
});

test('who plays alone and could always win is at the top, and no figure says so', () => {
  draw({ curve: [[1], [1], [1], [1]], names: ['Ada'] });
  const line = document.querySelector('.picture path.line')?.getAttribute('d') ?? '';
  const top = document
    .querySelector('.picture path.scale')
    ?.getAttribute('d')
    ?.match(/ ([\d.]+)H/)?.[1];
  expect(new Set(line.match(/ [\d.]+/g))).toEqual(new Set([` ${Number(top).toFixed(1)}`]));
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Move 1 of 3: Ada won');
  expect(document.querySelector('.picture text')?.textContent).toBe('won');
  expect(document.body.textContent).not.toContain('out of 10');
});
