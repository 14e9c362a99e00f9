import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import {
  button,
  CARDS,
  cell,
  drawn,
  fr,
  key,
  label,
  named,
  point,
  press,
  radio,
  seen,
  show,
  tap,
  VIEW,
} from './board.testing.ts';
import type { LppgMove } from './position.ts';
import { at, cellsFrom, placed } from './positions.testing.ts';

afterEach(cleanup);

const said = (one: Element | null) => one?.getAttribute('aria-label') ?? '';

describe('cells by keys and screen reader', () => {
  it('are called by what lies there and what the card in hand can do', async () => {
    const { rerender } = show();
    expect(label(22, 23)).toBe("22, 23: blue; the card can't go here");
    expect(label(24, 22)).toBe("24, 22: white, open region of 2 cells; the card can't go here");
    expect(label(24, 20)).toBe('24, 20: outside; the card can go here');
    expect(label(23, 20)).toBe('23, 20: outside; a card here gives you a region of 1 cell');
    await rerender({ active: false });
    expect(label(23, 20)).toBe('23, 20: outside');
    await rerender({ say: fr, active: false });
    expect(label(22, 23)).toBe('22, 23\u00a0: bleue');
  });

  it('are those of the terrain and a margin around it', () => {
    show();
    expect(screen.getAllByRole('gridcell')).toHaveLength(8 * 7);
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('The terrain: x from 20 to 27, y from 20 to 26');
  });

  it('are enough to play', async () => {
    const { onpick, rerender } = show();
    cell(23, 22).focus();
    for (const name of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await key(name);
    expect(document.activeElement).toBe(cell(24, 20));
    expect(onpick).not.toHaveBeenCalled();
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('24,20:2x3:g1'));
    await rerender({ chosen: named('24,20:2x3:g1') });
    expect(cell(25, 22).getAttribute('aria-selected')).toBe('true');
    expect(cell(26, 22).getAttribute('aria-selected')).toBe('false');
    await key('Enter');
    expect(onpick).toHaveBeenCalledTimes(2);
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('ask why a card can’t go there, just there', async () => {
    const { onpick, onattempt } = show();
    await press(22, 22);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('22,22:2x3:g1');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('lead to the best places one after the other, whatever card that takes', async () => {
    const { onpick } = show();
    cell(23, 23).focus();
    await key('n');
    const first = document.activeElement;
    expect(said(first)).toContain('gives you a region of 1 cell');
    for (const name of ['n', 'n']) await key(name);
    expect(document.activeElement).toBe(cell(23, 20));
    await key('p');
    await key('p');
    expect(document.activeElement).toBe(first);
    await key('Enter');
    expect(onpick).toHaveBeenCalledOnce();
  });

  it('say aloud how the card is held, and what it can do then', async () => {
    show();
    cell(24, 22).focus();
    await key('ArrowLeft');
    await key('ArrowRight');
    await key('r');
    expect(screen.getByText(/lying/, { selector: '[role=status]' }).textContent).toBe(
      'Card 1: green, white cell 3, lying. 24, 22: white, open region of 2 cells; the card can go here',
    );
    await key('R', { shiftKey: true });
    expect(screen.getByText(/upright/, { selector: '[role=status]' }).textContent).toContain(
      'Card 1: green, white cell 1, upright',
    );
  });

  it('cannot be played out of turn', async () => {
    const { onpick, onattempt } = show({ active: false });
    await press(24, 20);
    await key('n');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
    expect(cell(24, 20).hasAttribute('data-state')).toBe(false);
  });
});

describe('the hand', () => {
  it('has its first card taken up, or the other if that goes nowhere', () => {
    show();
    expect(radio(/^Card 1/).checked).toBe(true);
    cleanup();
    show({ view: { ...VIEW, moves: VIEW.moves.filter((move) => 'card' in move && move.card === 1) } });
    expect(radio(/^Card 2/).checked).toBe(true);
    expect(said(radio(/^Card 1/))).toBe('Card 1: green, white cell 1, upright, goes nowhere now');
  });

  it('shows the card as it is turned, by button, key or wheel', async () => {
    const { container } = show();
    await fireEvent.click(button('Turn the card'));
    expect(said(radio(/^Card 1/))).toBe('Card 1: green, white cell 3, lying, chosen');
    cell(23, 23).focus();
    await key('r');
    expect(said(radio(/^Card 1/))).toContain('white cell 6, upright');
    container
      .querySelector('[role=grid]')
      ?.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }));
    await Promise.resolve();
    expect(said(radio(/^Card 1/))).toContain('white cell 3, lying');
    await key('2');
    expect(radio(/^Card 2/).checked).toBe(true);
    await fireEvent.click(radio(/^Card 1/));
    expect(radio(/^Card 1/).checked).toBe(true);
  });

  it('lies face down on a screen that others see, until it is held', async () => {
    const { container } = show({ discreet: true });
    expect(said(radio(/^Card 1/))).toBe('Card 1: green, face down');
    expect(container.innerHTML).not.toContain('white cell 1,');
    expect(drawn(container, '.secret')).toBe(0);
    await fireEvent.pointerDown(button(/Your hand/), { button: 0 });
    expect([...container.querySelectorAll('.secret')].map((one) => one.textContent)).toEqual([
      'Card 1: green, white cell 1, upright',
      'Card 2: red, white cell 3, upright',
    ]);
    await fireEvent.pointerUp(button(/Your hand/));
    expect(drawn(container, '.secret')).toBe(0);
  });

  it('has none taken up where others look on: where it goes would tell what it is', async () => {
    const { container, onpick, onattempt } = show({ discreet: true });
    const there = () => drawn(container, '.dots, .strong, .ghost, [data-state]');
    expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
    expect(label(24, 20)).toBe('24, 20: outside');
    expect(button('Turn the card').disabled).toBe(true);
    await tap(container, 25, 21.5);
    expect(there()).toBe(0);
    expect([onpick.mock.calls, onattempt.mock.calls]).toEqual([[], []]);
    await fireEvent.click(radio(/^Card 1/));
    expect(said(radio(/^Card 1/))).toBe('Card 1: green, face down, chosen');
    expect(label(24, 20)).toBe('24, 20: outside; the card can go here');
    expect([drawn(container, '.dots'), drawn(container, '.strong')]).toEqual([2, 1]);
    await tap(container, 25, 21.5);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('24,20:2x3:g1'));
  });

  it('doesn’t tell others that a card goes nowhere, not even once it is taken', async () => {
    const moves = VIEW.moves.filter((move) => 'card' in move && move.card === 1);
    const { container } = show({ view: { ...VIEW, moves }, discreet: true });
    await fireEvent.click(radio(/^Card 1/));
    expect(said(radio(/^Card 1/))).toBe('Card 1: green, face down, chosen');
    expect(container.innerHTML).not.toMatch(/stuck|goes nowhere/);
  });

  it('is gone through by keys where others look on, and then the places of the card taken, of no other', async () => {
    const { onpick } = show({ discreet: true });
    cell(23, 23).focus();
    await key('r');
    await key('n');
    expect(document.activeElement).toBe(radio(/^Card 1/));
    await key('n');
    expect(document.activeElement).toBe(radio(/^Card 2/));
    await key('2');
    const found = new Set<string | null>();
    for (let n = 0; n < 4; n++) {
      await key('n');
      found.add(said(document.activeElement).split(':')[0] ?? '');
      expect(radio(/^Card 2/).checked).toBe(true);
    }
    expect([...found]).toEqual(['23, 21', '22, 23']);
    await key('Enter');
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('22,23:2x3:r3'));
  });

  it('has the card of a hint in hand, and puts it down when others come to the screen', async () => {
    const hint = named('23,21:2x3:r3');
    const { container, rerender } = show({ discreet: true });
    await rerender({ discreet: true, chosen: hint });
    expect(radio(/^Card 2/).checked).toBe(true);
    expect(drawn(container, '.ghost')).toBe(1);
    cleanup();
    const alone = show();
    expect(radio(/^Card 1/).checked).toBe(true);
    await alone.rerender({ discreet: true });
    expect(radio(/^Card 1/).checked).toBe(false);
    expect(drawn(alone.container, '.dots, .strong')).toBe(0);
  });

  it('is face up for everybody once all is told', () => {
    const hands = [VIEW.hands[0] ?? [], [{ colour: 'b' as const, pattern: '25' }]];
    const { container } = show({ view: { ...VIEW, seat: null, hands, over: true, turn: null, moves: [] }, active: false });
    expect(container.querySelector('li.seat-1 .unseen')?.textContent).toContain('Zoé holds: blue card, white cells 2 and 5.');
    expect(container.querySelector('.now')).toBeNull();
  });

  it('is nobody’s for who watches', () => {
    const { container } = show({
      view: { ...VIEW, seat: null, hands: [VIEW.hands[1] ?? [], VIEW.hands[1] ?? []] },
      active: false,
    });
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    expect(drawn(container, '.secret')).toBe(0);
  });
});

describe('a pointer', () => {
  it('holds the card with its middle there, and picks it', async () => {
    const { onpick, container } = show();
    await point(container, 25, 21.5);
    expect([drawn(container, '.ghost:not(.wrong)'), drawn(container, '.tick')]).toEqual([1, 2]);
    expect(onpick).not.toHaveBeenCalled();
    await tap(container, 25, 21.5);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('24,20:2x3:g1'));
  });

  it('is helped to a place at most one cell off, if places are marked', async () => {
    const { onpick, onattempt, container, rerender } = show();
    await tap(container, 26, 23);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('25,22:2x3:g1'));
    await rerender({ marks: false });
    await tap(container, 24.9, 23.4);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('24,22:2x3:g1');
  });

  it('plays by a second tap anywhere on the card, and drags it elsewhere', async () => {
    const { onpick, container } = show({ chosen: named('24,20:2x3:g1') });
    await point(container, 21, 25);
    expect(onpick).not.toHaveBeenCalled();
    await tap(container, 25.8, 20.2);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('24,20:2x3:g1'));
    const event = await point(container, 25, 21, { pointerType: 'touch' });
    await fireEvent.pointerDown(screen.getByRole('grid'), event);
    await fireEvent.pointerMove(screen.getByRole('grid'), { ...event, ...seen(container, 26, 23) });
    expect(onpick).toHaveBeenLastCalledWith(null);
    await fireEvent.pointerUp(screen.getByRole('grid'), { ...event, ...seen(container, 26, 23) });
    expect(onpick).toHaveBeenLastCalledWith(named('25,22:2x3:g1'));
  });

  it('turns what is chosen, and then the move shown is another, or none', async () => {
    const view = { ...VIEW, moves: [placed('24,22:2x3:g1'), placed('23,22:3x2:g3')] };
    const { onpick, container, rerender } = show({ view });
    await tap(container, 25, 23.5);
    await rerender({ view, chosen: view.moves[0] as LppgMove });
    await fireEvent.click(button('Turn the card'));
    expect(onpick).toHaveBeenLastCalledWith(view.moves[1]);
    await rerender({ view, chosen: view.moves[1] as LppgMove });
    await fireEvent.click(button('Turn the card'));
    expect(onpick).toHaveBeenLastCalledWith(null);
    await rerender({ view, chosen: null });
    expect(drawn(container, '.ghost.wrong')).toBe(1);
  });

  it('sees what a card would do: what closes, grows, joins and opens', async () => {
    const changes = {
      closes: [cellsFrom('22,24')],
      marks: { size: 2, regions: [cellsFrom('23,22 24,22')] },
      grows: [{ seat: 1, cells: cellsFrom('25,23') }],
      opens: [{ seat: 1, cells: cellsFrom('25,24') }],
      ends: true,
    };
    const view = at(CARDS, [], [placed('23,20:2x3:g1', changes)], { hands: VIEW.hands });
    const { container } = show({ view, chosen: view.moves[0] as LppgMove });
    const kinds = [...container.querySelectorAll('[data-promised]')].map((one) => one.getAttribute('data-promised'));
    expect(kinds).toEqual(['grown', 'opened', 'closed', 'taken']);
    expect(drawn(container, '.ends')).toBe(1);
  });

  it('that tries what can’t be sees that, and where territories are in the way', async () => {
    const view = at([...CARDS, '23,20:2x3:g1'], ['0 permanent 23,22'], [placed('25,22:2x3:g1')], { hands: VIEW.hands });
    const { container, rerender } = show({ view, marks: false });
    await point(container, 24, 23.5);
    expect([drawn(container, '.ghost.wrong'), drawn(container, '.no'), drawn(container, '.cross')]).toEqual([1, 1, 2]);
    await fireEvent.pointerLeave(screen.getByRole('grid'), { pointerType: 'mouse' });
    expect(drawn(container, '.ghost')).toBe(0);
    await rerender({ view, tried: '23,22:2x3:g1' });
    expect(drawn(container, '.refused')).toBe(2);
    expect(cell(23, 22).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the scene', () => {
  it('marks where the card can go, with the size of what it gives', async () => {
    const { container, rerender } = show();
    expect([drawn(container, '.dots'), drawn(container, '.strong')]).toEqual([2, 1]);
    expect(container.querySelector('.strong text')?.textContent).toBe('1');
    await rerender({ marks: false });
    expect(drawn(container, '.dots') + drawn(container, '.strong')).toBe(0);
  });

  it('shows territories with marker and size, struck through if cancelled, crowned if it would win', () => {
    const cards = [...CARDS, '23,20:2x3:g1', '21,24:2x3:g6'];
    const view = at(cards, ['0 permanent 23,22', '1 ordinary 22,24 cancelled'], [], { now: { seat: 0, size: 1 } });
    const { container } = show({ view, active: false });
    expect([...container.querySelectorAll('.territory text')].map((one) => one.textContent)).toEqual(['1', '1']);
    expect(container.querySelectorAll('.territory.seat-1 .cancelled .strike')).toHaveLength(2);
    expect(container.querySelectorAll('.territory.seat-0 .crown')).toHaveLength(1);
    expect(screen.getByText('If we counted now, you would win with a territory of 1 cell.')).toBeTruthy();
  });

  it('keeps the card laid last marked while others are drawn', async () => {
    const { container, rerender } = show({ active: false });
    expect(drawn(container, '.last')).toBe(0);
    const view = at([...CARDS, '23,20:2x3:g1'], [], []);
    await rerender({ view, active: false, last: { seat: 0, move: 'draw 1', effects: [] } });
    expect(drawn(container, '.last')).toBe(2);
  });

  it('is a still picture of the terrain alone when small', () => {
    const { container } = show({ mini: true });
    expect(drawn(container, '[data-piece]')).toBe(2);
    expect(drawn(container, 'button, input, [role=grid], .dots')).toBe(0);
  });
});
