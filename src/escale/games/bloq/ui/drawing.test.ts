import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import type { Last } from 'kit/board.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { button, cell, key, named, pose, show, VIEW } from './board.testing.ts';
import { Look } from './look.svelte.ts';
import type { BloqMove, Cell } from './position.ts';
import { at, listed } from './positions.testing.ts';

beforeEach(() => localStorage.setItem('escale.bloq.look', '{"mode":"above","turn":0}'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the drawing', () => {
  it('shows what the move would isolate, and its points beside the name', async () => {
    const { container } = show({ chosen: named('-3,-1:3x4x2') });
    const written = [...container.querySelectorAll('.points.seat-0 text')].map((one) => one.textContent);
    expect(written).toEqual(['+2', '+1', '+3']);
    expect(container.querySelector('.gain.sum')?.textContent?.trim()).toBe('+3');
    expect(container.querySelectorAll('.promised')).toHaveLength(2);
    const mine = screen.getByRole('list', { name: 'Points' }).firstElementChild as HTMLElement;
    expect(mine.textContent).toContain('3 more points');
  });

  it('tints groups with their owner’s pattern and points; nobody’s is grey', () => {
    const { container } = show();
    const groups = [...container.querySelectorAll('[data-group]')].map((one) => one.classList[1]);
    expect(groups).toEqual(['seat-1', 'nobody']);
    expect([...container.querySelectorAll('.points:not(.gain) text')].map((one) => one.textContent)).toEqual(['2', '1']);
  });

  it('marks where the block in hand can go, with the points there, unless it is turned off', async () => {
    const { container, rerender } = show();
    await fireEvent.click(pose('Flat, height 2'));
    const dots = () => (container.querySelector('.dots')?.getAttribute('d')?.match(/M/g) ?? []).length;
    expect(dots()).toBe(2);
    expect([...container.querySelectorAll('.worth')].map((one) => one.textContent?.trim())).toEqual(['3']);
    await rerender({ marks: false });
    expect(dots()).toBe(0);
    expect(container.querySelectorAll('.worth')).toHaveLength(0);
  });

  it('strikes out what was tried, as long as it is told why', async () => {
    const { container, rerender } = show({ tried: '3,0:3x4x2' });
    expect(container.querySelectorAll('.strike').length).toBeGreaterThan(0);
    expect(cell(5, 3).getAttribute('aria-invalid')).toBe('true');
    await rerender({ tried: null });
    expect(container.querySelectorAll('.strike')).toHaveLength(0);
  });

  it('keeps the last block outlined', () => {
    const last: Last = { seat: 1, move: '0,0:2x3x4', effects: [{ kind: 'place', at: [0, 0], size: [2, 3, 4] }] };
    expect(show({ last }).container.querySelectorAll('path.last').length).toBeGreaterThan(0);
  });

  it('tells which poses can go nowhere', () => {
    show();
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Upright, height 4: goes nowhere now',
      'On its edge, height 3',
      'Flat, height 2',
    ]);
    expect(pose('Upright').closest('label')?.classList.contains('roomless')).toBe(true);
    expect(pose('Flat').closest('label')?.classList.contains('roomless')).toBe(false);
  });

  it('says how many blocks are left', async () => {
    const { rerender } = show();
    expect(screen.getByText('12 blocks left')).toBeTruthy();
    await rerender({ view: { ...VIEW, stock: 0 } });
    expect(screen.getByText('No block left')).toBeTruthy();
  });

  it('shows a picture of itself that nobody can touch', () => {
    const { container } = show({ mini: true });
    expect(screen.queryAllByRole('gridcell', { hidden: true })).toHaveLength(0);
    expect(container.querySelectorAll('[data-piece]')).toHaveLength(2);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('how it is looked at', () => {
  const sides = (container: HTMLElement) => container.querySelectorAll('.scene .side').length;

  it('is from above or in relief, turned by quarters, and remembered', async () => {
    const { container } = show();
    expect(sides(container)).toBe(0);
    await fireEvent.click(button('See in relief'));
    expect(sides(container)).toBe(2);
    await fireEvent.click(button('Turn the table left'));
    expect(JSON.parse(localStorage.getItem('escale.bloq.look') ?? '')).toEqual({ mode: 'relief', turn: 1 });
    cleanup();
    expect(sides(show().container)).toBe(2);
    expect(button('See from above')).toBeTruthy();
  });

  it('is in relief at first, but from above on a narrow screen', () => {
    localStorage.clear();
    expect(sides(show().container)).toBe(2);
    cleanup();
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width') }));
    expect(sides(show().container)).toBe(0);
    vi.unstubAllGlobals();
  });

  it('is changed gently, and at once for who wants no motion', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    const gentle = new Look(
      () => VIEW,
      () => 400,
    );
    const [from, start] = [gentle.camera.angle, performance.now()];
    gentle.turn(1);
    expect(gentle.camera.angle).toBe(from);
    frames.shift()?.(start + 200);
    expect(gentle.camera.angle).toBeGreaterThan(from + 0.5);
    expect(gentle.camera.angle).toBeLessThan(from + 1.1);
    frames.shift()?.(start + 900);
    expect(gentle.camera.angle).toBeCloseTo(from + Math.PI / 2);
    expect(frames).toEqual([]);
    const still = new Look(
      () => VIEW,
      () => 0,
    );
    still.turn(-1);
    expect(still.camera.angle).toBeCloseTo(from);
    vi.unstubAllGlobals();
  });

  it('does without a memory', () => {
    localStorage.setItem('escale.bloq.look', 'spoiled');
    expect(sides(show().container)).toBe(2);
  });

  it('is nearer by a button or a key, up to a point, and whole again', async () => {
    const { container } = show();
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    const scaled = () => (container.querySelector('.whole') as HTMLElement).style.transform;
    expect((button('Zoom out') as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(button('Zoom in'));
    expect(scaled()).toContain('scale(1.5)');
    cell(0, 0).focus();
    await key('+');
    expect(scaled()).toContain('scale(2.25)');
    await key('-');
    await key('0');
    expect(scaled()).toBe('');
    vi.restoreAllMocks();
  });

  it('leaves letters alone that are meant for something else', async () => {
    const { onpick, container } = show();
    const other = document.createElement('input');
    document.body.append(other);
    other.focus();
    await key('v');
    await key('n');
    expect(sides(container)).toBe(0);
    cell(0, 0).focus();
    await key('v', { ctrlKey: true });
    expect(sides(container)).toBe(0);
    expect(onpick).not.toHaveBeenCalled();
    other.remove();
  });
});

describe('a move seen happening', () => {
  const played: { node: Element; options: KeyframeAnimationOptions }[] = [];

  beforeEach(() => {
    played.length = 0;
    Element.prototype.animate = function (this: Element, _frames: Keyframe[], options: KeyframeAnimationOptions) {
      played.push({ node: this, options });
      return { finished: Promise.resolve() } as unknown as Animation;
    } as typeof Element.prototype.animate;
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'animate');
  });

  const isolated: Cell[] = [[-4, 0], [-4, 1]]; // biome-ignore format: two cells
  const last: Last = {
    seat: 0,
    move: '-3,-1:3x4x2',
    effects: [
      { kind: 'place', at: [-3, -1], size: [3, 4, 2] },
      { kind: 'isolate', seat: 0, cells: isolated },
    ],
  };
  const AFTER = at(['0,0:2x3x4', '-3,-1:3x4x2'], [], { groups: [{ seat: 0, cells: isolated }] });

  it('drops the block, then shows what it isolated', async () => {
    const { rerender } = show({ pace: 500 });
    await rerender({ view: AFTER, last, fresh: true, pace: 500 });
    expect(played.map(({ node }) => node.getAttribute('data-piece') ?? node.getAttribute('data-group'))).toEqual([
      '-3,-1:3x4x2',
      '-4,0',
    ]);
    expect(played[1]?.options.delay).toBe(played[0]?.options.duration);
  });

  it.each([
    { fresh: false, pace: 500 },
    { fresh: true, pace: 0 },
    { fresh: true, pace: 500, mini: true },
  ])('is at once as it should be with %o', async (how) => {
    const { rerender } = show(how);
    await rerender({ view: AFTER, last, ...how });
    expect(played).toEqual([]);
  });
});

describe('a move from elsewhere', () => {
  it('takes the block in hand that a hint shows', async () => {
    const { rerender, container } = show();
    await rerender({ chosen: named('2,0:3x4x2') });
    expect(pose('Flat, height 2').checked).toBe(true);
    await rerender({ chosen: null });
    expect(container.querySelectorAll('.ghost')).toHaveLength(0);
  });

  it('shows another pose of the chosen block where it lies, as a move or as none', async () => {
    const view = { ...VIEW, moves: listed(['2,0:3x4x2', '2,0:2x4x3']) };
    const { onpick, rerender, container } = show({ view, chosen: view.moves[0] as BloqMove });
    await fireEvent.click(pose('On its edge, height 3'));
    expect(onpick).toHaveBeenLastCalledWith(view.moves[1]);
    await rerender({ view, chosen: view.moves[1] as BloqMove });
    await fireEvent.click(pose('Upright, height 4'));
    expect(onpick).toHaveBeenLastCalledWith(null);
    await rerender({ view, chosen: null });
    expect(container.querySelectorAll('.ghost.wrong')).toHaveLength(1);
  });
});
