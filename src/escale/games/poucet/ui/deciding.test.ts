import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BLOCKED,
  button,
  CHOOSE,
  cell,
  cellsWith,
  DISCARD,
  drawn,
  key,
  label,
  named,
  press,
  radio,
  START,
  show,
  tap,
} from './board.testing.ts';

afterEach(cleanup);

describe('a start card', () => {
  it('is taken by a button or a number, with the hand in sight', async () => {
    const { onpick, rerender } = show({ view: CHOOSE });
    expect(screen.getAllByRole('radio')).toHaveLength(6);
    expect(button(/green/).disabled).toBe(true);
    await fireEvent.click(button('Start in red 2 left'));
    expect(onpick).toHaveBeenLastCalledWith(named('take r', CHOOSE));
    await rerender({ view: CHOOSE, chosen: named('take r', CHOOSE) });
    expect(button(/red/).getAttribute('aria-pressed')).toBe('true');
    cell('e5').focus();
    await key('3');
    expect(onpick).toHaveBeenLastCalledWith(named('take y', CHOOSE));
    await key('2');
    expect(onpick).toHaveBeenCalledTimes(2);
  });

  it('is come to from the cells, and played from them too', async () => {
    const { onpick, rerender } = show({ view: CHOOSE });
    cell('e5').focus();
    await key('n');
    expect(document.activeElement).toBe(button(/red/));
    await key('n');
    expect(document.activeElement).toBe(button(/yellow/));
    await rerender({ view: CHOOSE, chosen: named('take y', CHOOSE) });
    cell('e5').focus();
    await key('Enter');
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('take y', CHOOSE));
    button(/yellow/).focus();
    await rerender({ view: START });
    expect(document.activeElement).toBe(cell('e5'));
  });

  it('has to be taken first: the board says so', async () => {
    const { onattempt } = show({ view: CHOOSE });
    expect(cellsWith('[data-state=cannot]')).toHaveLength(81);
    await press('a5');
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('start a5');
  });

  it('goes on the border', async () => {
    const { onpick, onattempt, container, rerender } = show({ view: START });
    expect(cellsWith('[data-state=fits]')).toEqual(['a5', 'a1', 'e1']);
    expect(label('a1')).toBe('a1: empty, on the border; a start card can go here');
    expect(label('b2')).toBe("b2: empty; the card can't go here");
    await tap(container, 'a1');
    expect(onpick).toHaveBeenLastCalledWith(named('start a1', START));
    await rerender({ view: START, chosen: named('start a1', START) });
    expect(drawn(container, '.ghost .road.r')).toBe(1);
    await tap(container, 'a1', { pointerType: 'touch' });
    expect(onpick).toHaveBeenCalledTimes(2);
    await tap(container, 'c3');
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('start c3');
  });
});

describe('who can play nothing', () => {
  it('discards a card: by touch, by number, or from the cells', async () => {
    const { onpick, rerender } = show({ view: DISCARD });
    expect(screen.getByText('None of your cards can be played: choose one to discard.')).toBeTruthy();
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    await fireEvent.click(button(/^Discard. Card 4: wolf/));
    expect(onpick).toHaveBeenLastCalledWith(named('discard wolf', DISCARD));
    cell('e5').focus();
    await key('2');
    expect(onpick).toHaveBeenLastCalledWith(named('discard ri', DISCARD));
    await rerender({ view: DISCARD, chosen: named('discard ri', DISCARD) });
    // Of two that are alike, the one touched.
    expect(button(/Card 2/).getAttribute('aria-pressed')).toBe('true');
    expect(button(/Card 1/).getAttribute('aria-pressed')).toBe('false');
    await key('Enter');
    expect(onpick).toHaveBeenCalledTimes(3);
    await key('n');
    expect(document.activeElement).toBe(button(/Card 1/));
  });

  it('learns why a card can’t be laid', async () => {
    const { onattempt } = show({ view: DISCARD });
    await press('d7');
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('d7:rew');
  });

  it('sees the discards on demand', () => {
    show({ view: DISCARD });
    expect(screen.getByText('Discards: 2 cards')).toBeTruthy();
    expect(screen.getByText('ogre', { selector: 'details .unseen' })).toBeTruthy();
  });
});

describe('who is blocked', () => {
  it('may play a card all the same', async () => {
    const { onpick } = show({ view: BLOCKED });
    expect(radio(/wolf/).checked).toBe(true);
    await press('i6');
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('i6:wolf', BLOCKED));
  });

  it('may give up', async () => {
    const { onpick, rerender } = show({ view: BLOCKED });
    expect(screen.getByRole('group', { name: /^You are blocked: you may play a card, give up, or start again/ })).toBeTruthy();
    await fireEvent.click(button('Give up'));
    expect(onpick).toHaveBeenCalledExactlyOnceWith(named('give up', BLOCKED));
    await rerender({ view: BLOCKED, chosen: named('give up', BLOCKED) });
    expect(button('Give up').getAttribute('aria-pressed')).toBe('true');
  });

  it('may start again: a colour shows a place at once, and others can be chosen', async () => {
    const { onpick, onattempt, container, rerender } = show({ view: BLOCKED });
    expect(screen.queryByRole('button', { name: /red/ })).toBeNull();
    await fireEvent.click(button(/^Start again in green/));
    const first = named('restart g e9', BLOCKED);
    expect(onpick).toHaveBeenLastCalledWith(first);
    await rerender({ view: BLOCKED, chosen: first });
    expect(drawn(container, '.ghost .road.g')).toBe(1);
    expect(cellsWith('[data-state=fits]')).toEqual(['e9', 'a1']);
    expect(radio(/wolf/).checked).toBe(false);
    await tap(container, 'a1');
    expect(onpick).toHaveBeenLastCalledWith(named('restart g a1', BLOCKED));
    await rerender({ view: BLOCKED, chosen: named('restart g a1', BLOCKED) });
    await fireEvent.click(button(/^Start again in green/));
    expect(onpick).toHaveBeenLastCalledWith(named('restart g a1', BLOCKED));
    await tap(container, 'c3');
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('restart g c3');
  });

  it('comes back to the cards', async () => {
    const { rerender } = show({ view: BLOCKED, chosen: named('restart y a1', BLOCKED) });
    expect(button(/yellow/).getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(radio(/wolf/));
    await rerender({ view: BLOCKED });
    expect(button(/yellow/).getAttribute('aria-pressed')).toBe('false');
    expect(cellsWith('[data-state=fits]')).toEqual(['i6']);
    cell('i6').focus();
    await rerender({ view: BLOCKED, chosen: named('restart y a1', BLOCKED) });
    await key('Escape');
    await rerender({ view: BLOCKED });
    expect(cellsWith('[data-state=fits]')).toEqual(['i6']);
  });
});

it('each question has something to touch first, and none is left out of turn', () => {
  const targets = () => document.querySelectorAll('[role=gridcell][data-state=fits], [data-pick]:not(:disabled)');
  for (const [view, n] of [
    [CHOOSE, 2],
    [START, 3],
    [DISCARD, 6],
    [BLOCKED, 4],
  ] as const) {
    show({ view });
    expect(targets()).toHaveLength(n);
    cleanup();
    show({ view, active: false });
    expect(targets()).toHaveLength(0);
    cleanup();
  }
});
