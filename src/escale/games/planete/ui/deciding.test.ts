import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BLIND,
  button,
  called,
  cell,
  drawn,
  HIDE,
  KNOWN,
  key,
  LOOKED_AT,
  NAME,
  named,
  PLANETS,
  press,
  pressed,
  STACK,
  show,
  TAKE,
} from './board.testing.ts';
import { at, naming, offerOf, taking, takingHidden } from './positions.testing.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('a stack', () => {
  it('is chosen by touch or number; a finished one can’t be', async () => {
    const { onpick, rerender } = show({ view: STACK });
    expect(screen.queryByRole('button', { name: /^Falling/ })).toBeNull();
    expect(screen.getByText('Falling edges: chosen 4 times, done')).toBeTruthy();
    await fireEvent.click(button('Rising edges: 9 tiles left, chosen 1 of 4 times'));
    expect(onpick).toHaveBeenLastCalledWith(named('stack rising', STACK));
    await rerender({ view: STACK, chosen: named('stack rising', STACK) });
    expect(pressed(/^Rising/)).toBe(true);
    cell(5).focus();
    await key('4');
    expect(onpick).toHaveBeenLastCalledWith(named('stack character', STACK));
    await key('3');
    expect(onpick).toHaveBeenCalledTimes(2);
  });
});

describe('a tile', () => {
  it('tells what it gives and what is to be feared of it before it is touched', () => {
    const { container } = show();
    expect(called(/^Tile 1/)).toBe(
      'Tile 1: a baobab, a sunset and a beige sheep; +0 for your characters; Third baobab! Three tiles will be turned face down.',
    );
    expect(called(/^Tile 2/)).toBe('Tile 2: a volcano and two big stars; +0 for your characters');
    expect(called(/^Tile 3/)).toContain('+4 for your characters');
    expect([...container.querySelectorAll('.offer .gain')].map((one) => one.textContent)).toEqual(['+4']);
    expect([...container.querySelectorAll('.offer .warn')].map((one) => one.getAttribute('title'))).toEqual(['Third baobab!']);
    expect(drawn(container, '.offer .sign')).toBe(0);
  });

  it('warns of the most volcanoes, ties included', () => {
    const alike = at(['5:vlG', '5:vlG 1:v**'], [taking('vll*', 7)], { offer: offerOf('rising vll*') });
    const { container } = show({ view: alike });
    expect(drawn(container, '.offer .sign')).toBe(1);
    expect(called(/^Tile 1/)).toContain('With 2 volcanoes, nobody would have more than you: 2 points lost');
  });

  it('says what a character wants', () => {
    show({ view: BLIND });
    expect(called(/^Tile 1/)).toContain('the hunter: 3 points for each kind of animal');
  });

  it('is seen on the planet when pointed at, and chosen when touched; another keeps its place', async () => {
    const { container, onpick, rerender } = show();
    await fireEvent.pointerEnter(button(/^Tile 3/));
    expect(drawn(container, '.ghost:not(.chosen)')).toBe(1);
    expect(container.querySelector('.coin.gain text')?.textContent).toBe('+4');
    expect(container.querySelector('.told:not(.warning)')?.textContent).toBe('Three lampposts and a snake');
    expect(onpick).not.toHaveBeenCalled();
    await fireEvent.pointerLeave(button(/^Tile 3/));
    expect(drawn(container, '.ghost')).toBe(0);
    await rerender({ chosen: named('take lllS 14') });
    expect(pressed(/^Tile 3/)).toBe(true);
    expect([...container.querySelectorAll('[data-mark]')].map((one) => one.getAttribute('data-mark'))).toEqual(['7', '8']);
    await fireEvent.click(button(/^Tile 2/));
    expect(onpick).toHaveBeenLastCalledWith(named('take v** 14'));
    await fireEvent.click(button(/^Tile 3/));
    expect(onpick).toHaveBeenLastCalledWith(named('take lllS 14'));
  });

  it('marks no places for who wants no help', () => {
    const { container } = show({ chosen: named('take lllS 14'), marks: false });
    expect(drawn(container, '[data-mark]')).toBe(0);
    expect(drawn(container, '.ghost.chosen')).toBe(1);
  });

  it('that brings the third baobab shows which tiles are turned', () => {
    const { container } = show({ chosen: named('take bsG 7') });
    expect(drawn(container, '.turns')).toBe(3);
    expect(container.querySelector('.told.warning')?.textContent).toBe('Third baobab! Three tiles will be turned face down.');
  });

  it('of two that are alike is the one touched', async () => {
    const twins = at(['5:vlG', ''], [taking('sF', 1)], { offer: offerOf('rising sF sF') });
    const { rerender } = show({ view: twins });
    await fireEvent.click(button(/^Tile 2/));
    await rerender({ view: twins, chosen: named('take sF 1', twins) });
    expect([pressed(/^Tile 1/), pressed(/^Tile 2/)]).toEqual([false, true]);
  });

  it('tried in vain is crossed out where it was tried', () => {
    const { container } = show({ tried: 'take bsG 10' });
    expect(container.querySelector('.refused')?.getAttribute('transform')).toBe('translate(200 200)');
    expect(cell(10).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the next player', () => {
  it('is named by their planet or number', async () => {
    const { onpick, rerender } = show({ view: NAME });
    expect(screen.getByText('Who takes a tile next?')).toBeTruthy();
    await fireEvent.click(button(/^Name Zoé/));
    expect(onpick).toHaveBeenLastCalledWith(named('name 1', NAME));
    await rerender({ view: NAME, chosen: named('name 1', NAME) });
    expect(pressed(/^Name Zoé/)).toBe(true);
    cell(5).focus();
    await key('3');
    expect(onpick).toHaveBeenLastCalledWith(named('name 2', NAME));
    await key('1');
    expect(onpick).toHaveBeenCalledTimes(2);
  });

  it('who can’t be named is only looked at', async () => {
    const { onpick } = show({
      view: at(
        TAKE.planets.map(() => '5:E'),
        [naming(2)],
        { offer: NAME.offer, waiting: [2] },
      ),
    });
    await fireEvent.click(button(/^Show the planet of Zoé/));
    expect(onpick).not.toHaveBeenCalled();
  });

  it('is named in one go with the tile: the tile is played, and then the name', async () => {
    const { onpick, rerender } = show();
    expect(screen.queryByRole('button', { name: /then name/ })).toBeNull();
    const chosen = named('take lllS 7');
    await rerender({ chosen });
    await fireEvent.click(button('Take the tile, then name Bob'));
    expect(onpick.mock.calls).toEqual([[chosen]]);
    // The app plays it, and shows what is left to do.
    await rerender({ chosen, active: false });
    await rerender({ active: true });
    expect(onpick).toHaveBeenCalledTimes(1);
    await rerender({ view: NAME });
    expect(onpick).toHaveBeenLastCalledWith(named('name 2', NAME));
    await rerender({ view: NAME, chosen: named('name 2', NAME) });
    expect(onpick).toHaveBeenCalledTimes(3);
    expect(onpick).toHaveBeenLastCalledWith(named('name 2', NAME));
    await rerender({ view: NAME });
    expect(onpick).toHaveBeenCalledTimes(3);
  });

  it('meant for another turn is forgotten', async () => {
    const { onpick, rerender } = show({ chosen: named('take lllS 7') });
    await fireEvent.click(button('Take the tile, then name Bob'));
    await rerender({ view: { ...STACK, turn: 1 }, active: false });
    await rerender({ view: NAME });
    expect(onpick).toHaveBeenCalledTimes(1);
  });

  it('is nobody with two players and an offer', () => {
    show({ view: BLIND, chosen: named('take hunter 12', BLIND) });
    expect(screen.queryByRole('button', { name: /then name/ })).toBeNull();
  });
});

describe('the hidden tile', () => {
  it('is chosen among three by who leads', async () => {
    const { onpick, container } = show({ view: HIDE });
    await fireEvent.click(button(/^Tile 2: the businessman with white sheep/));
    expect(onpick).toHaveBeenLastCalledWith(named('hide white', HIDE));
    expect(drawn(container, '.secret')).toBe(3);
  });

  it('lies face down on a screen that others see, until it is held', async () => {
    const { container, onpick } = show({ view: HIDE, discreet: true });
    expect(container.querySelector('.offer')?.innerHTML).not.toMatch(/hunter|white|turk/);
    expect(drawn(container, '.secret')).toBe(0);
    await fireEvent.pointerDown(button(/The three tiles/), { button: 0 });
    expect([...container.querySelectorAll('.secret')].map((one) => one.textContent)).toEqual([
      'Tile 1: the hunter',
      'Tile 2: the businessman with white sheep',
      'Tile 3: the Turkish astronomer',
    ]);
    await fireEvent.pointerUp(button(/The three tiles/));
    expect(drawn(container, '.secret')).toBe(0);
    await fireEvent.click(button('Tile 3, hidden'));
    expect(onpick).toHaveBeenLastCalledWith(named('hide turk', HIDE));
  });

  it('is looked at by the other alone', () => {
    const { container } = show({ view: LOOKED_AT, active: false });
    expect(screen.getByText('Zoé is looking at three tiles.')).toBeTruthy();
    expect(drawn(container, '.offer .back')).toBe(3);
    expect(drawn(container, '.secret')).toBe(0);
  });

  it('is taken unseen by who doesn’t know it', async () => {
    const { container, onpick, rerender } = show({ view: BLIND });
    await fireEvent.click(button('Tile 2, hidden'));
    expect(onpick).toHaveBeenLastCalledWith(named('take hidden 12', BLIND));
    await rerender({ view: BLIND, chosen: named('take hidden 12', BLIND) });
    expect(drawn(container, '.ghost .tile.back')).toBe(1);
    expect(drawn(container, '.coin.gain')).toBe(0);
  });

  it('is known to who hid it, but not to the screen if others see that', async () => {
    const { container, rerender } = show({ view: KNOWN, chosen: named('take hidden 12', KNOWN) });
    expect(called(/^Tile 2/)).toContain('hidden: the Turkish astronomer');
    expect(drawn(container, '.ghost .tile.back')).toBe(0);
    await rerender({ view: KNOWN, chosen: named('take hidden 12', KNOWN), discreet: true });
    expect(drawn(container, '.ghost .tile.back')).toBe(1);
    expect(container.querySelector('.offer')?.innerHTML).not.toMatch(/turk/i);
    expect(drawn(container, '.coin.gain')).toBe(0);
  });

  it('shows others neither that it is a third baobab nor, by the tile that a place gets, what it is worth', async () => {
    const moves = [taking('lllS', 7, { points: 2 }), takingHidden('bsG', 7, { points: 4, turns: [1, 5, 7] })];
    const view = at(PLANETS.slice(0, 2), moves, { offer: offerOf('rising lllS -bsG') });
    const { container, onpick, rerender } = show({ view, chosen: named('take hidden 7', view) });
    expect([drawn(container, '.turns'), drawn(container, '.roots')]).toEqual([3, 3]);
    await rerender({ view, chosen: named('take hidden 7', view), discreet: true });
    expect([drawn(container, '.turns'), drawn(container, '.roots')]).toEqual([0, 0]);
    await rerender({ view, chosen: null });
    await press(7);
    expect(onpick).toHaveBeenLastCalledWith(named('take hidden 7', view));
    await rerender({ view, chosen: null, discreet: true });
    await press(7);
    expect(onpick).toHaveBeenLastCalledWith(named('take lllS 7', view));
  });

  it('names none of three to others when a place is touched before one is hidden', async () => {
    const { onattempt } = show({ view: HIDE, discreet: true });
    await press(12);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('take hidden 12');
  });
});

it('each question has something to touch first, and none is left out of turn', () => {
  const targets = () => document.querySelectorAll('[data-pick]:not(:disabled)');
  for (const [view, n] of [
    [STACK, 3],
    [TAKE, 3],
    [NAME, 2],
    [HIDE, 3],
    [BLIND, 2],
  ] as const) {
    show({ view });
    expect(targets()).toHaveLength(n);
    cleanup();
    show({ view, active: false });
    expect(targets()).toHaveLength(0);
    cleanup();
  }
});

it('the keyboard goes on among the cells when what it was at is gone', async () => {
  const { rerender } = show();
  button(/^Tile 2/).focus();
  await rerender({ view: STACK, active: false });
  expect(document.activeElement).toBe(cell(5));
});
