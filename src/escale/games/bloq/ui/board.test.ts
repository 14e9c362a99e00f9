import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cell, en, fr, key, label, NAMES, named, point, pose, press, seen, show, tap, VIEW } from './board.testing.ts';
import board from './board.ts';
import { boxOf, cameraOf, project } from './camera.ts';
import type { BloqMove } from './position.ts';
import { at, listed, square } from './positions.testing.ts';

beforeEach(() => localStorage.setItem('escale.bloq.look', '{"mode":"above","turn":0}'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('cells by keys and screen reader', () => {
  it('are called by what lies there and what the block in hand can do', async () => {
    const { rerender } = show();
    expect(label(1, 2)).toBe('1, 2: block of height 4');
    expect(label(5, 0)).toBe('5, 0: isolated by Zoé, 2 cells');
    expect(label(-2, -4)).toBe("-2, -4: isolated, nobody's, 1 cell");
    // No upright block can go anywhere, so one that can is in hand.
    expect(pose('On its edge, height 3').checked).toBe(true);
    await fireEvent.click(pose('Flat, height 2'));
    expect(label(2, 0)).toBe('2, 0: empty; a block flat can go here');
    expect(label(-3, -1)).toBe('-3, -1: empty; a block flat here isolates 3 cells');
    expect(label(0, 5)).toBe('0, 5: empty; no block flat here');
    await rerender({ active: false });
    expect(label(0, 5)).toBe('0, 5: empty');
    await rerender({ say: fr, active: false });
    expect(label(0, 5)).toBe('0, 5\u00a0: vide');
  });

  it('are all there, and only they', () => {
    show();
    expect(screen.getAllByRole('gridcell')).toHaveLength(181);
    cleanup();
    show({ view: { ...VIEW, rows: square(20) } });
    expect(screen.getAllByRole('gridcell')).toHaveLength(400);
  });

  it('are enough to play', async () => {
    const { onpick, rerender } = show();
    cell(0, 0).focus();
    await key('3');
    for (const name of ['ArrowRight', 'ArrowRight']) await key(name);
    // By the cell that names the block in the log and in hints.
    expect(document.activeElement).toBe(cell(2, 0));
    expect(onpick).not.toHaveBeenCalled();
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('2,0:3x4x2'));
    await rerender({ chosen: named('2,0:3x4x2') });
    expect(cell(4, 3).getAttribute('aria-selected')).toBe('true');
    expect(cell(5, 3).getAttribute('aria-selected')).toBe('false');
    await key('Enter');
    expect(onpick).toHaveBeenCalledTimes(2);
    expect(onpick).toHaveBeenLastCalledWith(named('2,0:3x4x2'));
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('ask why a block can’t go there, just there', async () => {
    const { onpick, onattempt } = show();
    await key('3');
    await fireEvent.click(pose('Flat, height 2'));
    await press(3, 0);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('3,0:3x4x2');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('lead to the best places one after the other, whatever block that takes', async () => {
    const { onpick } = show();
    cell(0, 0).focus();
    await key('n');
    expect(document.activeElement).toBe(cell(-3, -1));
    expect(label(-3, -1)).toContain('a block flat here isolates 3 cells');
    await key('n');
    await key('p');
    expect(document.activeElement).toBe(cell(-3, -1));
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('-3,-1:3x4x2'));
  });

  it('lead to the points first only if places are marked', async () => {
    const view = { ...VIEW, moves: listed(['2,0:3x4x2 6,0', '-3,0:3x4x2']) };
    for (const [marks, x] of [
      [true, 2],
      [false, -3],
    ] as const) {
      show({ view, marks });
      cell(0, 0).focus();
      await key('n');
      expect(document.activeElement).toBe(cell(x, 0));
      cleanup();
    }
  });

  it('say aloud what another way to hold the block changes', async () => {
    show();
    cell(0, 0).focus();
    await key('3');
    await key('ArrowRight');
    await key('r');
    expect(screen.getByRole('status').textContent).toBe('1, 0: block of height 4, long side along x');
  });

  it('leave a chosen move when the block goes on, and keep the block in hand', async () => {
    const { onpick, rerender, container } = show({ chosen: named('2,0:3x4x2') });
    cell(3, 1).focus();
    await key('ArrowRight');
    expect(onpick).toHaveBeenLastCalledWith(null);
    await rerender({ chosen: null });
    expect(container.querySelectorAll('.ghost.wrong')).toHaveLength(1);
  });

  it('go where it looks like going, also on a turned table', async () => {
    show();
    cell(0, 0).focus();
    await key('q');
    await key('ArrowRight');
    expect(document.activeElement).toBe(cell(0, -1));
    await key('e');
    await key('ArrowRight');
    expect(document.activeElement).toBe(cell(1, -1));
  });

  it('cannot be played out of turn', async () => {
    const { onpick, onattempt } = show({ active: false });
    await press(3, 1);
    await key('n');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
    expect(cell(3, 1).hasAttribute('data-state')).toBe(false);
  });
});

describe('a pointer', () => {
  const flat = () => fireEvent.click(pose('Flat, height 2'));

  it('holds the block with its middle there, and picks it', async () => {
    const { onpick, container } = show();
    await flat();
    await point(container, 3.5, 2);
    expect(container.querySelectorAll('.ghost:not(.wrong)')).toHaveLength(1);
    expect(onpick).not.toHaveBeenCalled();
    await tap(container, 3.5, 2);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('2,0:3x4x2'));
  });

  it('is helped to a place at most one cell off, if places are marked', async () => {
    const { onpick, onattempt, container, rerender } = show();
    await flat();
    await tap(container, 4.4, 2.2);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('2,0:3x4x2'));
    await rerender({ marks: false });
    await tap(container, 4.6, 2.2);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('3,0:3x4x2');
  });

  it('plays by a second tap anywhere on the block', async () => {
    const { onpick, container } = show({ chosen: named('2,0:3x4x2') });
    await tap(container, 4.8, 3.8);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('2,0:3x4x2'));
  });

  it('plays by a tap on the block as it is seen in relief', async () => {
    localStorage.setItem('escale.bloq.look', '{"mode":"relief","turn":2}');
    const { onpick, onattempt, container } = show({ chosen: named('2,0:3x4x2') });
    const camera = cameraOf(VIEW, 'relief', 2);
    const [box, top] = [boxOf(VIEW, camera), project(camera, 2.3, 0.3, 2)];
    const pixels = { clientX: ((top.x - box.x) / box.width) * 1000, clientY: ((top.y - box.y) / box.height) * 1000 };
    await tap(container, 0, 0, pixels);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('2,0:3x4x2'));
    expect(onattempt).not.toHaveBeenCalled();
  });

  it('leaves a chosen block where it is when it only passes', async () => {
    const { onpick, container } = show({ chosen: named('2,0:3x4x2') });
    await point(container, -3, -3);
    expect(onpick).not.toHaveBeenCalled();
    expect(container.querySelectorAll('.ghost:not(.wrong)')).toHaveLength(1);
  });

  it('that drags a chosen block drops it, without playing', async () => {
    const { onpick, container } = show({ chosen: named('2,0:3x4x2') });
    const touch = { pointerType: 'touch' };
    const event = await point(container, 3, 1, touch);
    await fireEvent.pointerDown(screen.getByRole('grid'), event);
    await fireEvent.pointerMove(screen.getByRole('grid'), { ...event, ...seen(container, -2, 0) });
    expect(onpick).toHaveBeenLastCalledWith(null);
    await fireEvent.pointerUp(screen.getByRole('grid'), { ...event, ...seen(container, -2, 0) });
    // It was held by a place 0.5, 1 from its middle.
    expect(onpick).toHaveBeenLastCalledWith(named('-3,-1:3x4x2'));
  });

  it('turns the block with its wheel, and then the move shown is another', async () => {
    const view = { ...VIEW, moves: listed(['1,2:2x4x3', '0,3:4x2x3']) };
    const { onpick, container, rerender } = show({ view });
    await tap(container, 2, 4);
    expect(onpick).toHaveBeenLastCalledWith(view.moves[0]);
    await rerender({ view, chosen: view.moves[0] as BloqMove });
    screen.getByRole('grid').dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }));
    expect(onpick).toHaveBeenLastCalledWith(view.moves[1]);
  });

  it('shows as a move what was put down in vain, once it is held so that it can lie there; not what is only held', async () => {
    const view = { ...VIEW, moves: listed(['3,0:2x4x3']) };
    const { onpick, onattempt, container } = show({ view });
    await fireEvent.click(pose('Upright, height 4'));
    await point(container, 4, 2);
    await fireEvent.click(pose('On its edge, height 3'));
    expect(onpick).not.toHaveBeenCalled();
    await fireEvent.click(pose('Upright, height 4'));
    await tap(container, 4, 2);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('3,1:2x3x4');
    await fireEvent.click(pose('On its edge, height 3'));
    expect(onpick).toHaveBeenCalledExactlyOnceWith(view.moves[0]);
  });

  it('that tries what can’t be sees why: what is equal, what is in the way, what is beyond', async () => {
    const { container } = show();
    const drawn = (name: string) => container.querySelectorAll(name).length;
    await fireEvent.click(pose('Upright, height 4'));
    await point(container, 3, 1.5);
    expect([drawn('.clash'), drawn('.equal'), drawn('.no'), drawn('.crosses')]).toEqual([1, 1, 1, 0]);
    await point(container, 2, 1.5);
    expect([drawn('.clash'), drawn('.no'), drawn('.crosses')]).toEqual([0, 1, 2]);
    await flat();
    await point(container, 3.5, 2);
    expect([drawn('.contact'), drawn('.clash'), drawn('.no')]).toEqual([1, 0, 0]);
    await fireEvent.pointerLeave(screen.getByRole('grid'), { pointerType: 'mouse' });
    expect(drawn('.ghost')).toBe(0);
  });
});

describe('in words', () => {
  it('says what a move will do', () => {
    expect(board.preview(VIEW, named('2,0:3x4x2'), en)).toBe('A block flat at 2, 0: isolates nothing');
    expect(board.preview(VIEW, named('-3,-1:3x4x2'), en)).toBe('A block flat at -3, -1: isolates 3 cells, 3 points');
    expect(board.preview(VIEW, named('2,0:3x4x2'), fr)).toBe('Un bloc à plat en 2, 0\u00a0: n’isole rien');
  });

  it('describes the position', () => {
    expect(board.describe(VIEW, en, NAMES)).toEqual([
      'A cell is told as x, y: x to the right, y upwards. The centre is 0, 0.',
      'Blocks of height 4: from 0, 0 to 1, 2.',
      'Isolated by Zoé: 2 cells at 5, 1.',
      "Isolated, nobody's: 1 cell at -2, -4.",
      '12 blocks left.',
      'You: 0 points.',
      'Zoé: 2 points.',
    ]);
    const more = at(['0,0:2x3x4', '4,0:2x3x4'], [], { rows: square(20), stock: 0 });
    expect(board.describe(more, fr, ['Vous', 'Zoé'])).toEqual([
      'Une case se dit x, y\u00a0: x vers la droite, y vers le haut. Le coin en bas à gauche est 0, 0.',
      'Blocs de hauteur 4\u00a0: de 0, 0 à 1, 2\u00a0; de 4, 0 à 5, 2.',
      'Plus de bloc.',
      'Vous\u00a0: 0 point.',
      'Zoé\u00a0: 0 point.',
    ]);
    expect(board.describe(at([], []), en, NAMES)[1]).toBe('No block on the board yet.');
  });

  it('has a sound', () => {
    expect(board.sound()).toBe('click');
  });
});
