import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { button, cell, DRAW, drawn, KEEP, key, label, MANY, MARK, named, PASS, press, show, tap } from './board.testing.ts';

afterEach(cleanup);

const targets = () =>
  document.querySelectorAll('[role=gridcell][data-state=fits], [data-pick]:not(:disabled)') as NodeListOf<HTMLElement>;

describe('a region to mark', () => {
  it('is marked by a button at once where there is no other', async () => {
    const { onpick, rerender } = show({ view: MARK });
    expect(label(23, 22)).toBe('23, 22: closed region of 1 cell, to be marked');
    await fireEvent.click(button('Permanent marker'));
    expect(onpick).toHaveBeenLastCalledWith(named('p@23,22', MARK));
    await rerender({ view: MARK, chosen: named('p@23,22', MARK) });
    expect(button('Permanent marker').getAttribute('aria-pressed')).toBe('true');
    expect(cell(23, 22).getAttribute('aria-selected')).toBe('true');
    await fireEvent.click(button('Permanent marker'));
    expect(onpick).toHaveBeenCalledTimes(2);
    cell(23, 22).focus();
    await key('o');
    expect(onpick).toHaveBeenLastCalledWith(named('o@23,22', MARK));
  });

  it('is chosen on the terrain among several, with the marker wished for', async () => {
    const { onpick, rerender, container } = show({ view: MANY });
    expect(drawn(container, '.choice')).toBe(2);
    await fireEvent.click(button('Permanent marker'));
    expect(onpick).not.toHaveBeenCalled();
    await tap(container, 22.5, 24.5);
    expect(onpick).toHaveBeenLastCalledWith(named('p@22,24', MANY));
    await rerender({ view: MANY, chosen: named('p@22,24', MANY) });
    await fireEvent.click(button('Ordinary marker'));
    expect(onpick).toHaveBeenLastCalledWith(named('o@22,24', MANY));
    await rerender({ view: MANY, chosen: named('o@22,24', MANY) });
    const before = onpick.mock.calls.length;
    await fireEvent.click(button('Ordinary marker'));
    expect(onpick).toHaveBeenCalledTimes(before);
    await tap(container, 22.5, 24.5);
    expect(onpick).toHaveBeenLastCalledWith(named('o@22,24', MANY));
  });

  it('shows which marker it can get: the one there is, or that there is a choice', async () => {
    const left = (markers: [number, number]) => ({ ...MANY, markers: [markers, [2, 1]] as [number, number][] });
    const rings = () => [drawn(container, '.choice .ring'), drawn(container, '.choice .ring.doubtful')];
    const { rerender, container } = show({ view: left([2, 1]) });
    expect(rings()).toEqual([2, 2]);
    await rerender({ view: left([0, 1]) });
    expect(rings()).toEqual([2, 0]);
    await rerender({ view: left([1, 0]) });
    expect(rings()).toEqual([0, 0]);
  });

  it('is found by keys', async () => {
    const { onpick } = show({ view: MANY });
    cell(24, 24).focus();
    await key('n');
    expect(document.activeElement).toBe(cell(23, 22));
    await key('n');
    expect(document.activeElement).toBe(cell(22, 24));
    await key('p');
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('p@22,24', MANY));
  });

  it('is none that is open: the rules say why', async () => {
    const { onpick, onattempt, rerender, container } = show({ view: MARK });
    await press(25, 24);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('o@25,23');
    await press(24, 24);
    expect(onattempt).toHaveBeenCalledOnce();
    expect(onpick).not.toHaveBeenCalled();
    await rerender({ view: MARK, tried: 'o@25,23' });
    expect(drawn(container, '.cross')).toBe(2);
  });
});

describe('a pile to draw from', () => {
  it('is picked by touch or key, and played by a second touch or Enter', async () => {
    const { onpick, rerender } = show({ view: DRAW });
    await fireEvent.click(button('Draw from pile 2: a yellow card'));
    expect(onpick).toHaveBeenLastCalledWith(named('draw 2', DRAW));
    cell(23, 23).focus();
    await key('1');
    expect(onpick).toHaveBeenLastCalledWith(named('draw 1', DRAW));
    await rerender({ view: DRAW, chosen: named('draw 1', DRAW) });
    expect(button(/pile 1/).getAttribute('aria-pressed')).toBe('true');
    await key('Enter');
    expect(onpick).toHaveBeenCalledTimes(3);
    expect(onpick).toHaveBeenLastCalledWith(named('draw 1', DRAW));
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('is come to from the cells, and the focus goes on to the next question', async () => {
    const { rerender } = show({ view: DRAW });
    cell(23, 23).focus();
    await key('n');
    expect(document.activeElement).toBe(button(/pile 1/));
    await key('n');
    expect(document.activeElement).toBe(button(/pile 2/));
    await rerender({ view: DRAW, active: false });
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
    await rerender({ view: { ...DRAW, piles: [...DRAW.piles].reverse() } });
    expect(document.activeElement).toBe(button(/pile 1/));
  });

  it('tells its top colour to everybody, and can’t be touched out of turn', () => {
    show({ view: DRAW, active: false });
    expect(button('Pile 1: 35 cards; the top one is blue').disabled).toBe(true);
    expect(targets()).toHaveLength(0);
  });
});

describe('other decisions', () => {
  it('are the marker to keep, also in another’s turn', async () => {
    const { onpick } = show({ view: KEEP });
    await fireEvent.click(button('Keep the ordinary marker'));
    expect(onpick).toHaveBeenLastCalledWith(named('keep o', KEEP));
    cell(23, 23).focus();
    await key('p');
    expect(onpick).toHaveBeenLastCalledWith(named('keep p', KEEP));
  });

  it('are to pass', async () => {
    const { onpick } = show({ view: PASS });
    cell(23, 23).focus();
    await key('Enter');
    await fireEvent.click(button('Pass and change cards'));
    expect(onpick).toHaveBeenCalledTimes(2);
    expect(onpick).toHaveBeenLastCalledWith(PASS.moves[0]);
  });

  it('say why there is nothing but to pass, to who has to, and what the twelfth time does', async () => {
    const { rerender } = show({ view: PASS });
    const described = button('Pass and change cards').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Neither of your two cards can be placed.');
    await rerender({ view: { ...PASS, passes: 11 } });
    expect(button('Pass: the round stops')).toBeTruthy();
    await rerender({ view: { ...PASS, passes: 11, last: 1 } });
    expect(button('Pass: the round stops')).toBeTruthy();
    await rerender({ view: { ...PASS, moves: [] }, active: false });
    expect(screen.queryByText(/Neither of your two cards/)).toBeNull();
  });

  it('each have something to touch first', () => {
    for (const [view, n] of [
      [MARK, 3],
      [MANY, 2],
      [DRAW, 2],
      [KEEP, 2],
      [PASS, 1],
    ] as const) {
      show({ view });
      expect(targets()).toHaveLength(n);
      cleanup();
    }
  });
});

describe('the discards', () => {
  it('are listed on demand, the latest first', async () => {
    show({ view: DRAW });
    await fireEvent.click(button(/^Discards: 2 cards; on top, blue card, white cells 2 and 5/));
    const cards = screen.getAllByText(/card, white/, { selector: 'li .unseen' }).map((one) => one.textContent);
    expect(cards).toEqual(['blue card, white cells 2 and 5', 'red card, white cell 3']);
    await fireEvent.click(button(/Hide the discards$/));
    expect(screen.queryAllByText(/card, white/, { selector: 'li .unseen' })).toHaveLength(0);
  });
});
