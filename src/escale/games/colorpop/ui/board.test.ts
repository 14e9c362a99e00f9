import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardProps, Last } from 'kit/board.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import french from '../texts/fr.toml';
import board from './board.ts';
import { tap } from './picking.ts';
import type { PopMove, PopView } from './position.ts';
import { at, CHAIN, counts, ROW } from './positions.testing.ts';

const en = sayer(english, 'en');
const fr = sayer(french, 'fr');
const NAMES = ['You', 'Zoé'];

const named = (view: PopView, text: string) => view.moves.find((move) => move.text === text) as PopMove;
const shown = (view: PopView, ghost: string, anchor: string, cell: string) =>
  tap(view, { move: named(view, ghost), anchor }, cell);

function show(more: Partial<BoardProps<PopView, PopMove>> = {}) {
  const onpick = vi.fn();
  const onattempt = vi.fn();
  const props: BoardProps<PopView, PopMove> = {
    view: ROW,
    last: null,
    fresh: false,
    say: en,
    names: NAMES,
    active: true,
    chosen: null,
    tried: null,
    marks: true,
    pace: 0,
    mini: false,
    discreet: false,
    onpick,
    onattempt,
    ...more,
  };
  const { rerender, container } = render(board.Board, props);
  return { onpick, onattempt, rerender: (next: typeof more) => rerender({ ...props, ...next }), container };
}

const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}[\\s\\u00a0]?:`) });
const press = (name: string) => fireEvent.click(cell(name));
const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });

afterEach(cleanup);

describe('a tap', () => {
  it('proposes the group with every joker it can reach', () => {
    expect(tap(ROW, null, 'b1')).toEqual({ show: named(ROW, 'a1+c1+d1') });
    expect(tap(ROW, null, 'e1')).toEqual({ show: named(ROW, 'e1+c1+d1') });
  });

  it('on a joker proposes jokers alone, or else the smallest group with it', () => {
    expect(tap(ROW, null, 'c1')).toEqual({ show: named(ROW, 'c1+d1') });
    expect(tap(CHAIN, null, 'd1')).toEqual({ show: named(CHAIN, 'd2+d1') });
  });

  it('on the ghost plays it', () => {
    expect(shown(ROW, 'a1', 'b1', 'a1')).toEqual({ play: named(ROW, 'a1') });
    expect(shown(ROW, 'c1+d1', 'c1', 'c1')).toEqual({ play: named(ROW, 'c1+d1') });
  });

  it('on a joker takes it in, with whatever joins it to the group', () => {
    expect(shown(ROW, 'a1', 'a1', 'c1')).toEqual({ show: named(ROW, 'a1+c1') });
    expect(shown(ROW, 'a1', 'a1', 'd1')).toEqual({ show: named(ROW, 'a1+c1+d1') });
  });

  it('on a joker of the ghost leaves it out, and what hung on it', () => {
    expect(shown(ROW, 'a1+c1+d1', 'a1', 'd1')).toEqual({ show: named(ROW, 'a1+c1') });
    expect(shown(ROW, 'a1+c1+d1', 'a1', 'c1')).toEqual({ show: named(ROW, 'a1') });
  });

  it('keeps the side that was tapped when the group is cut', () => {
    expect(shown(CHAIN, 'a1+b1+d1', 'e1', 'b1')).toEqual({ show: named(CHAIN, 'c1+d1') });
    expect(shown(CHAIN, 'a1+b1+d1', 'a1', 'd1')).toEqual({ show: named(CHAIN, 'a1+b1') });
  });

  it('on a joker that has to stay plays', () => {
    expect(shown(ROW, 'e1+d1', 'e1', 'd1')).toEqual({ play: named(ROW, 'e1+d1') });
  });

  it('elsewhere starts anew, cancels, or asks why', () => {
    expect(shown(ROW, 'a1', 'a1', 'e1')).toEqual({ show: named(ROW, 'e1+c1+d1') });
    expect(shown(ROW, 'a1', 'a1', 'j5')).toEqual({ cancel: true });
    expect(shown(ROW, 'a1', 'a1', 'a2')).toEqual({ attempt: 'a2' });
    expect(tap(ROW, null, 'j5')).toEqual({ attempt: 'j5' });
  });
});

describe('the board', () => {
  it('shows a ghost, takes a joker in and plays', async () => {
    const { onpick, rerender } = show();
    await press('a1');
    expect(onpick).toHaveBeenLastCalledWith(named(ROW, 'a1+c1+d1'));
    await rerender({ chosen: named(ROW, 'a1') });
    expect(cell('b1').getAttribute('aria-selected')).toBe('true');
    expect(cell('e1').getAttribute('aria-selected')).toBe('false');
    expect(cell('c1').getAttribute('aria-label')).toBe('c1: joker, can join the group');
    await press('c1');
    expect(onpick).toHaveBeenLastCalledWith(named(ROW, 'a1+c1'));
    await rerender({ chosen: named(ROW, 'a1+c1') });
    expect(cell('c1').getAttribute('aria-label')).toBe('c1: joker, can stay out of the group');
    await press('b1');
    expect(onpick).toHaveBeenLastCalledWith(named(ROW, 'a1+c1'));
  });

  it('says what would be left', async () => {
    const { rerender } = show();
    const row = () =>
      [...screen.getByRole('row', { name: /On the board/ }).querySelectorAll('td')].map((td) =>
        td.innerText.split(/\s+/).join(' ').trim(),
      );
    expect(row()).toEqual(['2', '2', '0', '1', '1', '2']);
    await rerender({ chosen: named(ROW, 'a1+c1') });
    expect(row()).toEqual(['0 −2', '2', '0', '1', '1', '1 −1']);
  });

  it('asks why a lonely token stays', async () => {
    const { onpick, onattempt } = show();
    await press('f2');
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('f2');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('crosses out what was tried, as long as it is told why, with animations off too', async () => {
    const { container, rerender } = show({ tried: 'f2', pace: 0 });
    const crossed = () => [...container.querySelectorAll('[role=gridcell].tried')].map((one) => one.getAttribute('aria-label'));
    expect(crossed()).toEqual(['f2: pink, alone']);
    expect(cell('f2').getAttribute('aria-invalid')).toBe('true');
    expect(cell('f1').hasAttribute('aria-invalid')).toBe(false);
    await rerender({ tried: 'a1+c1' });
    expect(crossed()).toEqual(['a1: yellow, group of 4', 'c1: joker, group of 2']);
    await rerender({ tried: null });
    expect(crossed()).toEqual([]);
  });

  it('drops the ghost when something else is asked', async () => {
    const { onpick, onattempt } = show({ chosen: named(ROW, 'a1') });
    await press('a2');
    expect(onpick).toHaveBeenCalledExactlyOnceWith(null);
    expect(onattempt).toHaveBeenCalledExactlyOnceWith('a2');
  });

  it('lets nobody pick out of turn', async () => {
    const { onpick, onattempt } = show({ active: false });
    await press('a1');
    await press('f2');
    expect(onpick).not.toHaveBeenCalled();
    expect(onattempt).not.toHaveBeenCalled();
  });

  it('is played with the keyboard alone', async () => {
    const { onpick, rerender } = show();
    cell('a10').focus();
    for (let i = 0; i < 9; i++) await key('ArrowDown');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('a1: yellow, group of 4');
    await key('ArrowRight');
    await key('Enter');
    expect(onpick).toHaveBeenLastCalledWith(named(ROW, 'a1+c1+d1'));
    await rerender({ chosen: named(ROW, 'a1+c1+d1') });
    await key(' ');
    expect(onpick).toHaveBeenCalledTimes(2);
    expect(onpick).toHaveBeenLastCalledWith(named(ROW, 'a1+c1+d1'));
    await key('Escape');
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('calls cells by what lies there', async () => {
    const { rerender } = show();
    expect(cell('e1').getAttribute('aria-label')).toBe('e1: blue, group of 3');
    expect(cell('f2').getAttribute('aria-label')).toBe('f2: pink, alone');
    expect(cell('j10').getAttribute('aria-label')).toBe('j10: empty');
    await rerender({ say: fr });
    expect(cell('f2').getAttribute('aria-label')).toBe('f2\u00a0: rose, isolé');
  });

  it('makes tokens matt that can only stay, unless it is turned off', async () => {
    const { container, rerender } = show();
    expect(container.querySelectorAll('.matt')).toHaveLength(3);
    await rerender({ marks: false });
    expect(container.querySelectorAll('.matt')).toHaveLength(0);
  });

  it('keeps the last move marked, with who made it', () => {
    const last: Last = {
      seat: 1,
      move: 'a3',
      effects: [
        { kind: 'remove', cells: ['a3', 'a4', 'b3'] },
        { kind: 'fall', tokens: [] },
      ],
    };
    const { container } = show({ last });
    expect(screen.getByText('Zoé: 3 tokens removed')).toBeTruthy();
    expect(container.querySelectorAll('path.last').length).toBeGreaterThan(0);
  });

  it('shows a picture of itself that nobody can touch', () => {
    const { container } = show({ mini: true });
    expect(screen.queryAllByRole('gridcell', { hidden: true })).toHaveLength(0);
    expect(container.querySelectorAll('svg.token')).toHaveLength(8);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('a move seen happening', () => {
  const played: { node: Element; frames: Keyframe[]; options: KeyframeAnimationOptions }[] = [];

  beforeEach(() => {
    played.length = 0;
    Element.prototype.animate = function (this: Element, frames: Keyframe[], options: KeyframeAnimationOptions) {
      played.push({ node: this, frames, options });
      return { finished: Promise.resolve() } as unknown as Animation;
    } as typeof Element.prototype.animate;
  });

  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'animate');
  });

  const last: Last = {
    seat: 0,
    move: 'a1',
    effects: [
      { kind: 'remove', cells: ['a1', 'b1'] },
      {
        kind: 'fall',
        tokens: [
          ['a2', 'a1'],
          ['c1', 'b1'],
          ['f2', 'e2'],
        ],
      },
    ],
  };
  const AFTER = at(['G', '*', '*', 'B', 'GP'], []);

  it('pops what goes, then slides the rest from where it was', async () => {
    const { rerender } = show({ pace: 500 });
    await rerender({ view: AFTER, last, fresh: true, pace: 500 });
    const [pops, slides] = [played.filter((p) => !p.options.delay), played.filter((p) => p.options.delay)];
    expect(pops.map((p) => p.options.duration)).toEqual([200, 200]);
    expect(slides.map((p) => [p.node.getAttribute('data-cell'), p.frames[0]?.transform])).toEqual([
      ['a1', 'translate(0%, -100%)'],
      ['b1', 'translate(100%, 0%)'],
      ['e2', 'translate(100%, 0%)'],
    ]);
    expect(slides[0]?.options).toMatchObject({ delay: 200, duration: 300 });
  });

  it.each([
    { fresh: false, pace: 500 },
    { fresh: true, pace: 0 },
  ])('is at once as it should be with %o', async (how) => {
    const { rerender } = show(how);
    await rerender({ view: AFTER, last, ...how });
    expect(played).toEqual([]);
  });
});

describe('secrets', () => {
  it('are in sight of who plays alone on a screen', () => {
    show();
    expect(screen.getByText('Your secret colour').parentElement?.textContent).toContain('yellow');
  });

  it('lie face down on a shared one until held', async () => {
    show({ discreet: true });
    const peek = screen.getByRole('button', { name: 'Your secret colour hold to look' });
    expect(peek.textContent).not.toContain('yellow');
    await fireEvent.pointerDown(peek, { button: 0 });
    expect(peek.textContent).toContain('yellow');
    expect(screen.getByRole('status').textContent).toBe('yellow');
    await fireEvent.pointerUp(peek);
    expect(peek.textContent).not.toContain('yellow');
    await fireEvent.keyDown(peek, { key: ' ' });
    expect(peek.textContent).toContain('yellow');
    await fireEvent.keyUp(peek, { key: ' ' });
    expect(peek.textContent).not.toContain('yellow');
  });

  it("show the partner's to a team", () => {
    show({
      view: { ...ROW, players: 4, taken: Array(4).fill(counts('')), secrets: ['Y', null, 'B', null] },
      names: ['You', 'Zoé', 'Lou', 'Bot'],
    });
    expect(screen.getByText('Your partner').parentElement?.textContent).toContain('blue');
  });

  it('are shown beside the names in the end', () => {
    show({ view: { ...ROW, over: true, turn: null, moves: [], secrets: ['Y', 'B'] }, active: false });
    expect(screen.queryByText('Your secret colour')).toBeNull();
    expect(screen.getByRole('rowheader', { name: /Zoé/ }).textContent).toContain('blue');
  });
});

describe('in words', () => {
  it('says what a move will do', () => {
    expect(board.preview(ROW, named(ROW, 'a1'), en)).toBe('Removes 2 yellow tokens; no yellow left');
    expect(board.preview(ROW, named(ROW, 'e1+d1'), en)).toBe('Removes 1 blue token and 1 joker; no blue left');
    expect(board.preview(ROW, named(ROW, 'c1+d1'), en)).toBe('Removes 2 jokers; no joker left');
    const more = { ...ROW, left: { ...ROW.left, Y: 11 } };
    expect(board.preview(more, named(ROW, 'a1'), en)).toBe('Removes 2 yellow tokens; 9 yellow left');
    expect(board.preview(more, named(ROW, 'a1'), fr)).toBe('Retire 2 jetons jaunes\u00a0; il restera 9 jaunes');
    expect(board.preview(ROW, named(ROW, 'a1'), fr)).toBe('Retire 2 jetons jaunes\u00a0; il ne restera plus aucun jaune');
  });

  it('describes the position', () => {
    const view = {
      ...ROW,
      slides: ['YYG*', '*', ...Array(8).fill('')],
      left: counts('YYG**'),
      taken: [counts('B*'), counts('')],
    };
    expect(board.describe(view, en, NAMES)).toEqual([
      'Slides from left to right, tokens from the bottom up.',
      'Slide a: 2 yellow, green, joker.',
      'Slide b: joker.',
      'Left on the board: 2 yellow, 1 green, 2 jokers.',
      'Tokens taken by each player:',
      'You: 1 blue, 1 joker.',
      'Zoé: none.',
      'Your secret colour: yellow.',
    ]);
    expect(board.describe(view, fr, ['Vous', 'Zoé'])).toEqual([
      'Glissières de gauche à droite, jetons de bas en haut.',
      'Glissière a\u00a0: 2 jaunes, vert, joker.',
      'Glissière b\u00a0: joker.',
      'Restent sur le plateau\u00a0: 2 jaunes, 1 vert, 2 jokers.',
      'Jetons pris par chacun\u00a0:',
      'Vous\u00a0: 1 bleu, 1 joker.',
      'Zoé\u00a0: aucun.',
      'Votre couleur secrète\u00a0: jaune.',
    ]);
  });

  it('keeps quiet about secrets where others listen, until all are shown', () => {
    expect(board.describe(ROW, en, NAMES, true).join()).not.toContain('secret');
    const over = { ...ROW, over: true, secrets: ['Y', 'B'] };
    expect(board.describe(over, en, NAMES, true).slice(-3)).toEqual([
      "Everybody's secret colours:",
      'You: yellow.',
      'Zoé: blue.',
    ]);
  });
});
