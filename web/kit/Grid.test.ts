import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Grid from './Grid.svelte';

const calls = { onpick: vi.fn(), onhover: vi.fn(), oncancel: vi.fn(() => true), onrotate: vi.fn() };

function show(more: object = {}) {
  const cell = (index: number) => ({ label: `cell ${index}`, selected: index === 4 });
  const children = createRawSnippet(() => ({ render: () => '<b>drawn</b>' }));
  return render(Grid, { columns: 3, rows: 2, label: 'Cells', cell, children, ...calls, ...more });
}

const at = (index: number) => screen.getByRole('gridcell', { name: `cell ${index}` });
const grid = () => screen.getByRole('grid', { name: 'Cells' });
const focused = () => document.activeElement?.getAttribute('aria-label');
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockClear();
});
afterEach(cleanup);

describe('the keyboard', () => {
  it('has one Tab stop, which moves with the arrows and stays inside', async () => {
    show();
    const stops = () => screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0);
    at(0).focus();
    const walk = { ArrowLeft: 0, ArrowUp: 0, ArrowRight: 1, End: 2, ArrowDown: 5, Home: 3, ArrowLeft2: 3 };
    for (const [name, to] of Object.entries(walk)) {
      await key(name.replace('2', ''));
      expect(focused()).toBe(`cell ${to}`);
      expect(stops()).toEqual([at(to)]);
    }
    await key('Home', { ctrlKey: true });
    expect(focused()).toBe('cell 0');
    await key('End', { ctrlKey: true });
    expect(focused()).toBe('cell 5');
  });

  it('keeps a Tab stop when there are fewer cells', async () => {
    const { rerender } = show();
    at(5).focus();
    await rerender({ columns: 2 });
    expect(screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toEqual([at(3)]);
  });

  it('picks with Enter and Space, once however long they are held', async () => {
    show();
    at(2).focus();
    await key('Enter');
    await key('Enter', { repeat: true });
    await key(' ');
    expect(calls.onpick.mock.calls).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });

  it('keeps its keys from the page, and leaves it the others', async () => {
    const page = vi.fn();
    document.body.addEventListener('keydown', page);
    show();
    at(0).focus();
    for (const name of ['ArrowRight', 'Home', 'Enter', 'Escape', 'r']) await key(name);
    expect(page).not.toHaveBeenCalled();
    calls.oncancel.mockReturnValueOnce(false);
    await key('Escape');
    await key('Tab');
    await key('ArrowLeft', { altKey: true });
    expect(page).toHaveBeenCalledTimes(3);
    document.body.removeEventListener('keydown', page);
  });

  it('rotates with R, back with Shift', async () => {
    show();
    at(0).focus();
    await key('r');
    await key('R', { shiftKey: true });
    expect(calls.onrotate.mock.calls).toEqual([[1], [-1]]);
  });
});

describe('the pointer', () => {
  const point = (x: number, y: number) => ({
    clientX: x,
    clientY: y,
    isPrimary: true,
    button: 0,
    pointerType: 'mouse',
    pointerId: 1,
  });

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({
      left: 0,
      top: 0,
      width: 300,
      height: 200,
    } as DOMRect);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('picks where it is let go, and says where it came from', async () => {
    show();
    await fireEvent.pointerDown(grid(), point(10, 10));
    await fireEvent.pointerMove(grid(), point(110, 10));
    await fireEvent.pointerUp(grid(), point(210, 150));
    expect(calls.onpick.mock.calls).toEqual([[5, 0]]);
    expect(calls.onhover.mock.calls.map(([index]) => index)).toEqual([0, 1, 5]);
    expect(focused()).toBe('cell 5');
  });

  it('picks nothing outside, after a cancelled touch, or with another button', async () => {
    show();
    await fireEvent.pointerDown(grid(), point(10, 10));
    await fireEvent.pointerUp(grid(), point(310, 10));
    await fireEvent.pointerDown(grid(), point(10, 10));
    await fireEvent.pointerCancel(grid());
    await fireEvent.pointerUp(grid(), point(10, 10));
    await fireEvent.pointerDown(grid(), { ...point(10, 10), button: 2 });
    await fireEvent.pointerUp(grid(), point(10, 10));
    expect(calls.onpick).not.toHaveBeenCalled();
  });

  it('is not counted twice when the browser adds a click; a screen reader clicks without a pointer', async () => {
    show();
    await fireEvent.click(at(1), { detail: 1 });
    expect(calls.onpick).not.toHaveBeenCalled();
    await fireEvent.click(at(1), { detail: 0 });
    expect(calls.onpick.mock.calls).toEqual([[1, 1]]);
  });

  it('rotates with the wheel instead of scrolling; without a use for it the page scrolls', async () => {
    show();
    expect(await fireEvent.wheel(grid(), { deltaY: 3, cancelable: true })).toBe(false);
    await fireEvent.wheel(grid(), { deltaY: -3 });
    expect(calls.onrotate.mock.calls).toEqual([[1], [-1]]);
    cleanup();
    show({ onrotate: undefined });
    expect(await fireEvent.wheel(grid(), { deltaY: 3, cancelable: true })).toBe(true);
  });
});

it('says which cells are chosen, and hides the drawing from screen readers', () => {
  show();
  expect(screen.getAllByRole('gridcell', { selected: true })).toEqual([at(4)]);
  expect(screen.getByText('drawn').closest('[aria-hidden="true"]')).toBeTruthy();
});
