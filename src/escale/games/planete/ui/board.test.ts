import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import {
  button,
  called,
  cell,
  cellsWith,
  drag,
  drawn,
  fr,
  key,
  label,
  named,
  OVER,
  press,
  pressed,
  STACK,
  show,
  TAKE,
  tileAt,
} from './board.testing.ts';
import { at } from './positions.testing.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('cells by keys and screen reader', () => {
  it('are called by what lies there, and by what can be done', async () => {
    const { rerender } = show();
    expect(label(7)).toBe('row 2, column 4: free, for a rising edge; the tile can go here');
    expect(label(10)).toBe("row 3, column 3: free, for a core; the tile can't go here");
    expect(label(6)).toBe('row 2, column 3: a volcano, a lamppost, a snake and a white sheep');
    expect(label(0)).toBe('row 1, column 1: the vain man: 2 snakes × 4 = 8');
    await rerender({ active: false });
    expect(label(7)).toBe('row 2, column 4: free, for a rising edge');
    await rerender({ say: fr, active: false });
    expect(label(5)).toBe('rangée 2, colonne 2\u00a0: un baobab, deux moutons blancs et un mouton marron');
  });

  it('say what can be done with them to tests and styles', async () => {
    const { rerender } = show();
    expect(cellsWith('[data-state=fits]')).toEqual([7, 8, 14]);
    expect(cellsWith('[data-state=cannot]')).toEqual([2, 4, 10, 11, 12, 13, 15]);
    await rerender({ chosen: named('take lllS 7') });
    expect(cellsWith('[data-state=cannot]')).toHaveLength(13);
    await rerender({ view: STACK });
    expect(cellsWith('[data-state=fits]')).toEqual([]);
    expect(cellsWith('[data-state=cannot]')).toHaveLength(10);
    await rerender({ active: false });
    expect(cellsWith('[data-state]')).toEqual([]);
  });

  it('lead to the tiles, and take one to another place', async () => {
    const { onpick, rerender } = show();
    cell(5).focus();
    await key('n');
    expect(document.activeElement).toBe(button(/^Tile 1/));
    await key('n');
    expect(document.activeElement).toBe(button(/^Tile 2/));
    await key('p');
    expect(document.activeElement).toBe(button(/^Tile 1/));
    cell(5).focus();
    await key('3');
    expect(onpick).toHaveBeenLastCalledWith(named('take lllS 7'));
    await rerender({ chosen: named('take lllS 7') });
    expect(cell(7).getAttribute('aria-selected')).toBe('true');
    cell(14).focus();
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('take lllS 14'));
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('ask why the tile can’t go there', async () => {
    const { onattempt, onpick, rerender } = show();
    await press(10);
    expect(onattempt).toHaveBeenLastCalledWith('take bsG 10');
    await press(6);
    expect(onattempt).toHaveBeenCalledTimes(1);
    await rerender({ chosen: named('take v** 7') });
    await press(6);
    expect(onattempt).toHaveBeenLastCalledWith('take v** 6');
    await rerender({ view: STACK });
    await press(7);
    expect(onattempt).toHaveBeenLastCalledWith('take hidden 7');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('show the best tile for a place that is touched first', async () => {
    const { onpick } = show();
    await press(8);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('take lllS 8'));
  });

  it('cannot be played out of turn', async () => {
    const { onpick, onattempt } = show({ active: false });
    await press(7);
    await press(10);
    cell(5).focus();
    await key('1');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
  });
});

describe('planets', () => {
  it('are all seen, one of them large: the reader’s own, or one that is touched', async () => {
    const { container, rerender } = show();
    expect(drawn(container, 'svg.planet')).toBe(3);
    expect(tileAt(container, 5)).toBe('bWWB');
    await fireEvent.click(button(/^Show the planet of Zoé large/));
    expect(tileAt(container, 5)).toBe('vlG');
    expect(cellsWith('[data-state]')).toEqual([]);
    expect(pressed(/^Show the planet of Zoé large/)).toBe(true);
    await fireEvent.click(button('Show your planet large'));
    expect(tileAt(container, 5)).toBe('bWWB');
    await fireEvent.click(button(/^Show the planet of Bob large/));
    await rerender({ view: { ...TAKE, round: 6 } });
    expect(tileAt(container, 5)).toBe('bWWB');
  });

  it('say what they come to', () => {
    show();
    expect(called(/Zoé large/)).toBe(
      'Show the planet of Zoé large. Planet of Zoé: 6 tiles; 4 points, 3 volcanoes, the most: 3 points lost. No tile yet this round: Zoé.',
    );
    expect(called(/Bob large/)).toContain('9 points, 0 volcanoes, 3 tiles face down.');
  });

  it('have face-down tiles drawn as a crust, without what they bear', () => {
    const { container } = show({ view: { ...TAKE, seat: null, mover: 2 }, active: false });
    expect(drawn(container, '.window .tile.down .crust')).toBe(3);
    expect(drawn(container, '.window .tile.down use')).toBe(0);
    expect(label(6)).toBe('row 2, column 3: a baobab, a fox and two white sheep, face down');
  });

  it('turn edges to fit: things stand on the rim all around', () => {
    const { container } = show({ view: OVER, active: false });
    const turn = (n: number) =>
      container.querySelector(`.window [data-at="${n}"] .tile > g`)?.getAttribute('transform')?.match(/\d+/)?.[0];
    expect([1, 2, 7, 11, 14, 13, 8, 4].map(turn)).toEqual(['0', '0', '90', '90', '180', '180', '270', '270']);
    expect([0, 3, 15, 12].map(turn)).toEqual(['0', '90', '180', '270']);
  });

  it('count their points character by character', () => {
    const { container } = show({ view: OVER, active: false });
    const rows = [...container.querySelectorAll('.score ol li')].map((one) => one.textContent?.trim());
    expect(rows).toEqual([
      'The vain man: 3 snakes × 4 = 12',
      'The king: exactly one rose: 14',
      'The little prince: 2 colours of sheep × 3 + 2 boxes × 1 = 9',
      'The businessman with brown sheep: 2 brown sheep × 5 = 10',
      '3 volcanoes',
      '45 points',
    ]);
    expect([...container.querySelectorAll('.window .coin text')].map((one) => one.textContent)).toEqual([
      '12',
      '14',
      '9',
      '10',
    ]);
  });

  it('warn before the third baobab, and only then', async () => {
    const { rerender } = show();
    expect(screen.getByText('Two baobabs: the next one turns three tiles face down.')).toBeTruthy();
    await rerender({ view: at(['1:bsE'], []), active: false });
    expect(screen.queryByText(/^Two baobabs/)).toBeNull();
  });

  it('are all small and still on a card', () => {
    const { container } = show({ mini: true });
    expect(drawn(container, 'svg.planet.small')).toBe(3);
    expect(drawn(container, '[data-piece]')).toBe(18);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('tiles on one’s own planet', () => {
  it('are moved by drag, to places of their kind, without a move', async () => {
    const { container, onpick, onattempt } = show({ active: false });
    expect(await drag(5, 10)).toBe(1);
    expect([tileAt(container, 5), tileAt(container, 10)]).toEqual([null, 'bWWB']);
    await drag(10, 9);
    expect([tileAt(container, 10), tileAt(container, 9)]).toEqual(['llS', 'bWWB']);
    await drag(9, 7);
    await drag(9, 9);
    expect(await drag(5, 10)).toBe(0);
    expect(tileAt(container, 10)).toBe('llS');
    expect(tileAt(container, 9)).toBe('bWWB');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
    expect(drawn(container, '.lifted')).toBe(0);
  });

  it('stay where they were put, and new ones are laid where the eye sees a place', async () => {
    const { container, rerender, onpick } = show({ active: false });
    await drag(1, 7);
    expect([tileAt(container, 1), tileAt(container, 7)]).toEqual([null, 'bsE']);
    await rerender({ active: true });
    expect(cellsWith('[data-state=fits]')).toEqual([1, 8, 14]);
    await press(1);
    expect(onpick).toHaveBeenLastCalledWith(named('take lllS 7'));
    await rerender({ active: true, chosen: named('take lllS 7') });
    expect(container.querySelector('.ghost')?.getAttribute('transform')).toBe('translate(100 0)');
    cleanup();
    expect(tileAt(show({ active: false }).container, 7)).toBe('bsE');
  });

  it('are moved with keys: one is taken up, then laid down', async () => {
    const { container, onpick } = show();
    cell(6).focus();
    await key('m');
    expect(pressed('Move tiles')).toBe(true);
    await key('Enter');
    expect(cell(6).getAttribute('aria-selected')).toBe('true');
    await key('ArrowDown');
    await key('Enter');
    expect(tileAt(container, 10)).toBe('vlSW');
    expect(screen.getByText('A volcano, a lamppost, a snake and a white sheep now lies in row 3, column 3.')).toBeTruthy();
    await key('Escape');
    expect(pressed('Move tiles')).toBe(false);
    expect(onpick).not.toHaveBeenCalled();
  });

  it('are nobody else’s to move', async () => {
    const { container } = show({ active: false });
    await fireEvent.click(button(/Zoé large/));
    expect(await drag(5, 10)).toBe(0);
    expect(tileAt(container, 5)).toBe('vlG');
  });

  it('include the one about to lie there: dragged, it is chosen for another place', async () => {
    const { onpick } = show({ chosen: named('take v** 7') });
    await drag(7, 14);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('take v** 14'));
  });

  it('are let go where a finger scrolls instead', async () => {
    const { container } = show({ active: false });
    const grid = screen.getByRole('grid');
    const finger = { pointerType: 'touch', isPrimary: true, button: 0, pointerId: 1 };
    await fireEvent.pointerDown(grid, { ...finger, clientX: 150, clientY: 150 });
    await fireEvent.pointerMove(grid, { ...finger, clientX: 150, clientY: 190 });
    expect(drawn(container, '.lifted')).toBe(1);
    await fireEvent.pointerCancel(grid, finger);
    expect(drawn(container, '.lifted')).toBe(0);
    expect(tileAt(container, 5)).toBe('bWWB');
  });

  it('are named where the pointer is', async () => {
    const { container } = show({ active: false });
    const grid = screen.getByRole('grid');
    await fireEvent.pointerMove(grid, { pointerType: 'mouse', isPrimary: true, clientX: 50, clientY: 50 });
    expect(container.querySelector('.told')?.textContent).toBe('The vain man: 2 snakes × 4 = 8');
  });
});
