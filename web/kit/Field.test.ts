import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Field from './Field.svelte';

const calls = {
  onpick: vi.fn(),
  onhover: vi.fn(),
  ondrop: vi.fn(),
  oncancel: vi.fn(() => true),
  onwalk: vi.fn(),
  grab: vi.fn((): { x: number; y: number } | null => null),
};

/** A cross of five cells, and one beyond a hole to its right, ten pixels each on the screen. */
const SPANS = [
  { row: -1, from: 0, to: 0 },
  { row: 0, from: -1, to: 1 },
  { row: 1, from: 0, to: 0 },
  { row: 3, from: 0, to: 0 },
];
const WAYS = {
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
};

function show(more: object = {}) {
  const children = createRawSnippet(() => ({ render: () => '<b>drawn</b>' }));
  const cell = ({ column, row }: { column: number; row: number }) => ({
    label: `cell ${column} ${row}`,
    selected: column === 1,
    ...(row === 1 ? { tried: true, state: 'odd' } : {}),
  });
  const result = render(Field, {
    spans: SPANS,
    matrix: [1, 0, 0, 1, 0, 0],
    box: { x: -5, y: -5, width: 10, height: 10 },
    label: 'Cells',
    cell,
    ways: WAYS,
    home: { column: 0, row: 0 },
    children,
    ...calls,
    ...more,
  });
  screen.getByRole('grid').getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 100 }) as DOMRect;
  return result;
}

const at = (column: number, row: number) => screen.getByRole('gridcell', { name: `cell ${column} ${row}` });
const grid = () => screen.getByRole('grid', { name: 'Cells' });
const focused = () => document.activeElement?.getAttribute('aria-label');
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
const mouse = { pointerType: 'mouse', isPrimary: true, button: 0, pointerId: 1 };
const touch = { ...mouse, pointerType: 'touch' };

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockClear();
});
afterEach(cleanup);

describe('the keyboard', () => {
  it('has one Tab stop, walks as it looks, over holes, and stays inside', async () => {
    show();
    const stops = () => screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0);
    expect(stops()).toEqual([at(0, 0)]);
    at(0, 0).focus();
    const walk = [
      ['ArrowRight', 1, 0],
      ['ArrowRight', 1, 0],
      ['ArrowUp', 1, 0],
      ['Home', -1, 0],
      ['End', 1, 0],
      ['ArrowLeft', 0, 0],
      ['ArrowDown', 0, 1],
      ['ArrowDown', 0, 3],
      ['ArrowUp', 0, 1],
    ] as const;
    for (const [name, column, row] of walk) {
      await key(name);
      expect(focused()).toBe(`cell ${column} ${row}`);
      expect(stops()).toEqual([at(column, row)]);
    }
    expect(calls.onhover).toHaveBeenLastCalledWith({ x: 0.5, y: 1.5 }, 'keys');
    expect(calls.onwalk).toHaveBeenLastCalledWith(at(0, 1));
    await key('End', { ctrlKey: true });
    expect(focused()).toBe('cell 0 3');
    await key('Home', { ctrlKey: true });
    expect(focused()).toBe('cell 0 -1');
  });

  it('walks by the ways it is told', async () => {
    show({ ways: { ...WAYS, ArrowUp: { column: 1, row: 0 } } });
    at(0, 0).focus();
    await key('ArrowUp');
    expect(focused()).toBe('cell 1 0');
  });

  it('picks just the cell, once however long a key is held, and cancels', async () => {
    show();
    at(0, 0).focus();
    await key('Enter');
    await key('Enter', { repeat: true });
    await key(' ');
    expect(calls.onpick.mock.calls).toEqual([
      [{ x: 0.5, y: 0.5 }, true],
      [{ x: 0.5, y: 0.5 }, true],
    ]);
    await key('Escape');
    expect(calls.oncancel).toHaveBeenCalledOnce();
  });

  it('keeps its keys from the page, and leaves it the others', async () => {
    show();
    const page = vi.fn();
    document.addEventListener('keydown', page);
    at(0, 0).focus();
    for (const name of ['ArrowUp', 'Enter', 'Escape']) await key(name);
    expect(page).not.toHaveBeenCalled();
    calls.oncancel.mockReturnValueOnce(false);
    for (const name of ['Escape', 'x']) await key(name);
    expect(page).toHaveBeenCalledTimes(2);
    document.removeEventListener('keydown', page);
  });

  it('comes back to its first cell when the one it was on is gone', async () => {
    const { rerender } = show();
    at(1, 0).focus();
    await rerender({ spans: SPANS.slice(2), home: { column: 0, row: 1 } });
    expect(screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toEqual([at(0, 1)]);
  });
});

describe('a pointer', () => {
  it('is told of by its place on the board, whichever way that is turned', async () => {
    const { rerender } = show();
    await fireEvent.pointerMove(grid(), { ...mouse, clientX: 57, clientY: 52 });
    expect(calls.onhover).toHaveBeenLastCalledWith({ x: expect.closeTo(0.7), y: expect.closeTo(0.2) }, 'mouse');
    await rerender({ matrix: [0, 1, -1, 0, 0, 0] });
    await fireEvent.pointerMove(grid(), { ...mouse, clientX: 57, clientY: 52 });
    expect(calls.onhover).toHaveBeenLastCalledWith({ x: expect.closeTo(0.2), y: expect.closeTo(-0.7) }, 'mouse');
    await fireEvent.pointerLeave(grid(), mouse);
    expect(calls.onhover).toHaveBeenLastCalledWith(null, 'mouse');
  });

  it('picks where it taps, on cells only, and takes the focus there', async () => {
    show();
    await fireEvent.pointerDown(grid(), { ...touch, clientX: 65, clientY: 56 });
    await fireEvent.pointerUp(grid(), { ...touch, clientX: 67, clientY: 58 });
    expect(calls.onpick).toHaveBeenCalledExactlyOnceWith({ x: 1.5, y: expect.closeTo(0.6) }, false);
    expect(focused()).toBe('cell 1 0');
    expect(calls.onhover).not.toHaveBeenCalled();
    await fireEvent.pointerDown(grid(), { ...touch, clientX: 5, clientY: 5 });
    await fireEvent.pointerUp(grid(), { ...touch, clientX: 5, clientY: 5 });
    expect(calls.onpick).toHaveBeenCalledOnce();
  });

  it('drags above a finger, and drops without a pick', async () => {
    show();
    await fireEvent.pointerDown(grid(), { ...touch, clientX: 55, clientY: 90 });
    await fireEvent.pointerMove(grid(), { ...touch, clientX: 55, clientY: 97 });
    expect(calls.onhover).not.toHaveBeenCalled();
    await fireEvent.pointerMove(grid(), { ...touch, clientX: 55, clientY: 100 });
    expect(calls.onhover).toHaveBeenLastCalledWith({ x: 0.5, y: expect.closeTo(-0.2) }, 'drag');
    await fireEvent.pointerUp(grid(), { ...touch, clientX: 55, clientY: 102 });
    expect(calls.ondrop).toHaveBeenCalledExactlyOnceWith({ x: 0.5, y: expect.closeTo(0) });
    expect(calls.onpick).not.toHaveBeenCalled();
  });

  it('moves what it took hold of by as much as the finger moved', async () => {
    show();
    calls.grab.mockReturnValueOnce({ x: 3, y: 3 });
    await fireEvent.pointerDown(grid(), { ...touch, clientX: 55, clientY: 55 });
    expect(calls.grab).toHaveBeenCalledWith({ x: 0.5, y: 0.5 });
    await fireEvent.pointerMove(grid(), { ...touch, clientX: 75, clientY: 55 });
    expect(calls.onhover).toHaveBeenLastCalledWith({ x: 5, y: 3 }, 'drag');
  });

  it('that is interrupted neither picks nor drops', async () => {
    const { component } = show();
    await fireEvent.pointerDown(grid(), { ...touch, clientX: 55, clientY: 55 });
    component.interrupt();
    await fireEvent.pointerUp(grid(), { ...touch, clientX: 55, clientY: 55 });
    expect(calls.onpick).not.toHaveBeenCalled();
    expect(calls.ondrop).not.toHaveBeenCalled();
  });

  it("picks the cell by a screen reader's click", async () => {
    show();
    await fireEvent.click(at(0, 1));
    expect(calls.onpick).toHaveBeenCalledExactlyOnceWith({ x: 0.5, y: 1.5 }, true);
  });
});

it('says what cells are, and where', () => {
  show();
  expect(at(1, 0).getAttribute('aria-selected')).toBe('true');
  expect(at(0, 0).getAttribute('aria-selected')).toBe('false');
  expect(at(0, 1).getAttribute('aria-invalid')).toBe('true');
  expect(at(0, 1).dataset.state).toBe('odd');
  expect(at(0, 0).hasAttribute('aria-invalid')).toBe(false);
  expect(at(1, 0).getAttribute('aria-colindex')).toBe('3');
  expect(at(1, 0).parentElement?.getAttribute('aria-rowindex')).toBe('2');
});
