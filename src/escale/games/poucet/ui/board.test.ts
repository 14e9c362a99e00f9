import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BLOCKED,
  button,
  CARDS,
  cell,
  cellsWith,
  DISCARD,
  drawn,
  fr,
  HAND,
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
import { at, laid } from './positions.testing.ts';

afterEach(cleanup);

const said = (one: Element | null) => one?.getAttribute('aria-label') ?? '';

describe('cells by keys and screen reader', () => {
  it('are called by what lies there, whose path it is, who ends there, and what the card in hand would be', async () => {
    const { rerender } = show();
    expect(label('a6')).toBe('a6: empty, on the border; your open end; the card can go here as a path');
    expect(label('b5')).toBe("b5: red straight, open to the east and west; in your path; the card can't go here");
    expect(label('c5')).toBe("c5: wolf; your obstructed end; the card can't go here");
    expect(label('g5')).toBe(
      "g5: green straight, open to the north and south; in nobody's path; dead end of Zoé; " +
        'the card can go here as a crossing, over what lies there',
    );
    await rerender({ active: false });
    expect(label('e5')).toBe('e5: the Blue Flower');
    expect(label('e3')).toBe(
      "e3: yellow straight, open to the east and west; in nobody's path; below it: white pebbles and forest",
    );
    expect(label('i5')).toBe('i5: green start card, open to the north, south and west, start of Zoé; in the path of Zoé');
    await rerender({ say: fr, active: false });
    expect(label('a6')).toBe('a6\u00a0: vide, au bord\u00a0; votre bout ouvert');
  });

  it('say what can be done with them to tests and styles', async () => {
    const { rerender } = show();
    expect(cellsWith('[data-state=fits]')).toEqual(['a6', 'g5', 'a4']);
    expect(cellsWith('[data-role=path]')).toEqual(['a6', 'a4']);
    expect(cellsWith('[data-role=crossing]')).toEqual(['g5']);
    expect(cellsWith('[data-state=cannot]')).toHaveLength(78);
    cell('a6').focus();
    await key('4');
    expect(cellsWith('[data-state=fits][data-role=obstacle]')).toEqual(['i6']);
    expect(cellsWith('[data-role=path]')).toEqual([]);
    await rerender({ active: false });
    expect(cellsWith('[data-state], [data-role]')).toEqual([]);
  });

  it('are enough to play', async () => {
    const { onpick, rerender } = show();
    cell('e5').focus();
    for (const name of ['ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await key(name);
    expect(document.activeElement).toBe(cell('a6'));
    expect(onpick).not.toHaveBeenCalled();
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('a6:rns'));
    await rerender({ chosen: named('a6:rns') });
    expect(cell('a6').getAttribute('aria-selected')).toBe('true');
    await key('Enter');
    expect(onpick).toHaveBeenCalledTimes(2);
    expect(onpick).toHaveBeenLastCalledWith(named('a6:rns'));
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('lead from one where the card can go to the next, what helps most first', async () => {
    const { onpick } = show();
    cell('e5').focus();
    await key('n');
    expect(document.activeElement).toBe(cell('g5'));
    await key('n');
    const second = document.activeElement;
    expect([cell('a4'), cell('a6')]).toContain(second);
    await key('p');
    expect(document.activeElement).toBe(cell('g5'));
    expect(onpick).not.toHaveBeenCalled();
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named('g5:rew'));
  });

  it('ask why the card can’t go there, as it is turned', async () => {
    const { onpick, onattempt } = show();
    await press('d7');
    expect(onattempt).toHaveBeenLastCalledWith('d7:rew');
    cell('d7').focus();
    await key('r');
    await press('d7');
    expect(onattempt).toHaveBeenLastCalledWith('d7:rns');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('say aloud how the card is held, and what it can do then', async () => {
    show();
    const aloud = () => screen.getByText(/^Card/, { selector: '[role=status]' }).textContent;
    cell('d7').focus();
    await key('2');
    expect(aloud()).toBe('Card 2: red bend, open to the north and east');
    cell('a6').focus();
    await key('2');
    const there = 'a6: empty, on the border; your open end; the card can go here as a path';
    expect(aloud()).toBe(`Card 2: red bend, open to the east and south. ${there}`);
    await key('r');
    expect(aloud()).toBe(`Card 2: red bend, open to the south and west. ${there}`);
    await key('4');
    expect(aloud()).toBe('Card 4: wolf');
  });

  it('cannot be played out of turn', async () => {
    const { onpick, onattempt } = show({ active: false });
    await press('a6');
    await press('d7');
    await key('n');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
  });
});

describe('the hand', () => {
  it('has the most useful card taken up, or the first that goes anywhere for who wants no help', () => {
    const moves = [laid('i6:wolf', 'obstacle'), laid('e4:res', 'path', { wins: 0 }), laid('a6:rns', 'path')];
    const view = at(CARDS, moves, { hands: [['ri', 'rl', 'wolf'], null] });
    show({ view });
    expect(radio(/^Card 2/).checked).toBe(true);
    expect(cellsWith('[data-state=wins]')).toEqual(['e4']);
    expect(label('e4')).toBe('e4: empty; a card here leads your path to the Blue Flower');
    cleanup();
    show({ view, marks: false });
    expect(radio(/^Card 1/).checked).toBe(true);
  });

  it('has none taken up where others look on: where it goes would tell what it is', async () => {
    const moves = [laid('i6:wolf', 'obstacle'), laid('e4:res', 'path', { wins: 0 }), laid('a6:rns', 'path')];
    show({ view: at(CARDS, moves, { hands: [['ri', 'rl', 'wolf'], null] }), discreet: true });
    expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
    expect(cellsWith('[data-state=wins], [data-state=fits], [data-role]')).toEqual([]);
    expect(label('e4')).toBe('e4: empty');
    cell('e4').focus();
    await key('r');
    await key('n');
    await key('n');
    expect(document.activeElement).toBe(radio(/^Card 2/));
    await fireEvent.click(radio(/^Card 2/));
    expect(cellsWith('[data-state=wins]')).toEqual(['e4']);
    await key('n');
    expect(document.activeElement).toBe(cell('e4'));
  });

  it('is put down when others come to the screen, and no rule is asked for that would tell it', async () => {
    const { rerender } = show();
    expect(radio(/^Card 1/).checked).toBe(true);
    await rerender({ discreet: true });
    expect(radio(/^Card 1/).checked).toBe(false);
    expect(cellsWith('[data-state=fits], [data-role]')).toEqual([]);
    cleanup();
    const { onattempt } = show({ view: DISCARD, discreet: true });
    await press('d7');
    expect(onattempt).not.toHaveBeenCalled();
    cleanup();
    const alone = show({ view: DISCARD });
    await press('d7');
    expect(alone.onattempt).toHaveBeenCalledOnce();
  });

  it('says which cards go nowhere', () => {
    show();
    expect(said(radio(/^Card 3/))).toBe('Card 3: yellow fork, open to the north, east and west, goes nowhere now');
    expect(said(radio(/^Card 4/))).toBe('Card 4: wolf');
    expect(drawn(document.body, '.hand .stuck')).toBe(2);
  });

  it('shows the card as it is turned, by button, key or wheel', async () => {
    const { container } = show();
    await fireEvent.click(button('Turn the card'));
    expect(said(radio(/^Card 1/))).toBe('Card 1: red straight, open to the north and south');
    cell('d7').focus();
    await key('r');
    expect(said(radio(/^Card 1/))).toContain('east and west');
    const wheel = new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true });
    container.querySelector('[role=grid]')?.dispatchEvent(wheel);
    await Promise.resolve();
    expect(said(radio(/^Card 1/))).toContain('north and south');
    await fireEvent.click(radio(/^Card 4/));
    expect(radio(/^Card 4/).checked).toBe(true);
  });

  it('lies face down on a screen that others see, until it is held', async () => {
    const { container } = show({ discreet: true });
    expect(said(radio(/^Card 1/))).toBe('Card 1, face down');
    expect(container.innerHTML).not.toMatch(/Card \d:|goes nowhere/);
    expect(drawn(container, '.secret')).toBe(0);
    await fireEvent.pointerDown(button(/Your hand/), { button: 0 });
    const secrets = [...container.querySelectorAll('.secret')].map((one) => one.textContent);
    expect(secrets).toHaveLength(6);
    expect(secrets[3]).toBe('Card 4: wolf');
    await fireEvent.pointerUp(button(/Your hand/));
    expect(drawn(container, '.secret')).toBe(0);
  });

  it('is shown to everybody once all is told, and is nobody’s for who watches', () => {
    const over = { ...VIEW, seat: null, turn: null, over: true, moves: [], hands: [HAND, ['ogre', 'gi']] };
    const { container } = show({ view: over, names: ['Ann', 'Zoé'], active: false });
    const rows = [...container.querySelectorAll('li[title]')].map((one) => one.getAttribute('title'));
    expect(rows[1]).toContain('Zoé holds: ogre and green straight.');
    expect(drawn(container, 'li .shown svg')).toBe(8);
    cleanup();
    show({ view: { ...VIEW, seat: null, moves: [], hands: [null, null] }, active: false });
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    expect(document.querySelectorAll('.secret')).toHaveLength(0);
  });
});

describe('a pointer', () => {
  it('holds the card over a cell where it can go, and picks it', async () => {
    const { onpick, container } = show();
    await point(container, 'a6');
    expect(drawn(container, '.ghost:not(.chosen)')).toBe(1);
    expect(onpick).not.toHaveBeenCalled();
    await point(container, 'd7');
    expect(drawn(container, '.ghost')).toBe(0);
    await tap(container, 'a6');
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('a6:rns'));
  });

  it('that is a mouse plays by a second click; a finger turns the card instead', async () => {
    const { onpick, container, rerender } = show();
    await fireEvent.click(radio(/^Card 2/));
    await tap(container, 'a6');
    const first = onpick.mock.lastCall?.[0];
    expect(['a6:res', 'a6:rsw']).toContain(first.text);
    await rerender({ chosen: first });
    await tap(container, 'a6', { pointerType: 'touch' });
    const second = onpick.mock.lastCall?.[0];
    expect(second.text).not.toBe(first.text);
    expect(['a6:res', 'a6:rsw']).toContain(second.text);
    await rerender({ chosen: second });
    await tap(container, 'a6');
    expect(onpick).toHaveBeenLastCalledWith(second);
  });

  it('never plays by a finger what can be turned but fits one way only, and plays what can’t be turned', async () => {
    const { onpick, container, rerender } = show({ chosen: named('a6:rns') });
    await tap(container, 'a6', { pointerType: 'touch' });
    expect(onpick).not.toHaveBeenCalled();
    await rerender({ chosen: named('i6:wolf') });
    await tap(container, 'i6', { pointerType: 'touch' });
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('i6:wolf'));
  });

  it('turns what is chosen among the ways that fit, and no other', async () => {
    const { onpick, rerender } = show({ chosen: named('a6:res') });
    expect(radio(/^Card 2/).checked).toBe(true);
    await fireEvent.click(button('Turn the card'));
    expect(onpick).toHaveBeenLastCalledWith(named('a6:rsw'));
    await rerender({ chosen: named('a6:rsw') });
    await fireEvent.click(button('Turn the card'));
    expect(onpick).toHaveBeenLastCalledWith(named('a6:res'));
    await rerender({ chosen: named('a6:rns') });
    const before = onpick.mock.calls.length;
    await fireEvent.click(button('Turn the card'));
    expect(onpick).toHaveBeenCalledTimes(before);
  });

  it('lays the card as it was turned in hand, if it fits so', async () => {
    for (const [turns, text] of [
      [1, 'a6:res'],
      [2, 'a6:rsw'],
    ] as const) {
      const { onpick } = show();
      cell('d7').focus();
      for (const name of ['2', ...Array<string>(turns).fill('r')]) await key(name);
      await press('a6');
      expect(onpick).toHaveBeenCalledExactlyOnceWith(named(text));
      cleanup();
    }
  });

  it('takes another card to the same cell, if that can go there', async () => {
    const { onpick, rerender } = show({ chosen: named('a6:rns') });
    await fireEvent.click(radio(/^Card 2/));
    expect(onpick.mock.lastCall?.[0].text).toMatch(/^a6:r(es|sw)$/);
    await rerender({ chosen: onpick.mock.lastCall?.[0] });
    await fireEvent.click(radio(/^Card 4/));
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('is helped to a cell very near, if cells are marked; and else asks why not', async () => {
    const { onpick, onattempt, container, rerender } = show();
    await tap(container, 'b6', seen(container, 'b6', 0.1));
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('a6:rns'));
    await rerender({ marks: false });
    await tap(container, 'b6', seen(container, 'b6', 0.1));
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('b6:rew');
    await tap(container, 'b7');
    expect(onattempt).toHaveBeenCalledTimes(2);
  });

  it('is told what lies below, away from the pile', async () => {
    const { container } = show({ active: false });
    expect(drawn(container, '.pile')).toBe(0);
    await point(container, 'e3');
    const rows = [...container.querySelectorAll('.pile li')].map((one) => one.textContent);
    expect(rows).toEqual([
      'e3',
      'yellow straight, open to the east and west',
      'your white pebbles, leading to the north',
      'forest',
    ]);
    expect(drawn(container, '.pile.top')).toBe(1);
    await point(container, 'e4');
    expect(drawn(container, '.pile')).toBe(0);
    await tap(container, 'e3', { pointerType: 'touch' });
    expect(drawn(container, '.pile')).toBe(1);
  });
});

describe('the scene', () => {
  it('marks where the card can go and as what, if the reader wants that', async () => {
    const { container, rerender } = show();
    const signs = () => [...container.querySelectorAll('.mark [data-sign]')].map((one) => one.getAttribute('data-sign'));
    expect(signs().sort()).toEqual(['crossing', 'path', 'path']);
    await fireEvent.click(radio(/^Card 5/));
    expect(signs()).toEqual(['passage']);
    await rerender({ marks: false });
    expect(signs()).toEqual([]);
  });

  it('draws each path as one line, fades what no path leads over, and shows where paths end', () => {
    const { container } = show();
    expect(container.querySelector('[data-line="0"] path')?.getAttribute('d')).toMatch(/^M.+M/);
    expect([...container.querySelectorAll('[data-piece]:has(.idle)')].map((one) => one.getAttribute('data-piece'))).toEqual([
      'e3',
      'g5',
      'c7',
    ]);
    expect(drawn(container, '[data-end=open].seat-0')).toBe(2);
    expect(drawn(container, '[data-end=obstructed].seat-0')).toBe(1);
    expect(drawn(container, '[data-end=dead].seat-1')).toBe(1);
  });

  it('shows the height of piles, and who a move helps and hinders', () => {
    const { container } = show({ chosen: named('g5:rew') });
    expect([...container.querySelectorAll('.height text')].map((one) => one.textContent)).toEqual(['3']);
    expect(drawn(container, '.ghost.chosen .seat-0 .who')).toBe(1);
    expect(drawn(container, '.ghost.chosen .seat-1 .who')).toBe(1);
  });

  it('crosses out what was tried and can’t be', async () => {
    const { container } = show({ tried: 'd7:rew' });
    expect(drawn(container, '.refused')).toBe(1);
    expect(cell('d7').getAttribute('aria-invalid')).toBe('true');
  });

  it('tells how far everybody is, who is blocked and who gave up', () => {
    const seats = [...BLOCKED.seats, { ...(VIEW.seats[1] as (typeof VIEW.seats)[number]), out: true, distance: null }];
    const { container } = show({ view: { ...BLOCKED, seats }, names: ['You', 'Zoé', 'Ida'] });
    const far = [...container.querySelectorAll('.far')].map((one) => one.textContent?.trim());
    expect(far).toEqual(['∞', '5', 'gave up']);
    expect([...container.querySelectorAll('li[title]')].map((one) => drawn(one as HTMLElement, '.stuck'))).toEqual([1, 0, 0]);
    expect(container.querySelector('li[title]')?.textContent).toContain('You are blocked');
  });

  it('is a still picture of the board alone when small', () => {
    const { container } = show({ mini: true });
    expect(drawn(container, '[data-piece]')).toBe(8);
    expect(drawn(container, 'button, input, [role=grid], .mark, .names')).toBe(0);
  });
});
