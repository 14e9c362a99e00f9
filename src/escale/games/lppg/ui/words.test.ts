import { describe, expect, it } from 'vitest';
import { CARDS, DRAW, en, fr, KEEP, MARK, NAMES, named, PASS, VIEW } from './board.testing.ts';
import board from './board.ts';
import type { LppgMove } from './position.ts';
import { at, cellsFrom, placed } from './positions.testing.ts';
import { nowSentence } from './words.ts';

const told = (move: LppgMove, view = VIEW) => board.preview(view, move, en);

describe('a move, before it is played', () => {
  it('says what a card closes and gives', () => {
    expect(told(named('24,20:2x3:g1'))).toBe('A green card at 24, 20: closes nothing');
    expect(told(named('23,20:2x3:g1'))).toBe('A green card at 23, 20: you take a region of 1 cell');
    expect(board.preview(VIEW, named('23,20:2x3:g1'), fr)).toBe(
      'Une carte verte en 23, 20\u00a0: vous prenez une région de 1 case',
    );
    const two = { closes: [cellsFrom('1,1')], marks: { size: 2, regions: [cellsFrom('5,5 6,5'), cellsFrom('7,7 8,7')] } };
    expect(told(placed('23,20:2x3:g1', two))).toBe(
      'A green card at 23, 20: closes a region of 1 cell; you will choose one of the regions of 2 cells',
    );
  });

  it('says whose territories change', () => {
    const grows = [0, 1].map((seat) => ({ seat, cells: cellsFrom('1,1 2,2 3,3') }));
    expect(told(placed('23,20:2x3:g1', { grows }))).toBe(
      "A green card at 23, 20: one of your territories grows: 3 cells; an opponent's territory grows: 3 cells",
    );
    const opens = [1, 1, 0].map((seat) => ({ seat, cells: cellsFrom('1,1') }));
    expect(told(placed('23,20:2x3:g1', { opens, ends: true }))).toBe(
      'A green card at 23, 20: two territories of an opponent open; one of your territories opens; the round is over, and you win',
    );
    const joins = [{ seat: 2, cells: cellsFrom('1,1 2,2'), asks: false }];
    expect(told(placed('23,20:2x3:g1', { joins, ends: true }), { ...VIEW, players: 4 })).toBe(
      'A green card at 23, 20: two territories of your partner become one: 2 cells; the round is over, and your team wins',
    );
  });

  it('says the other decisions', () => {
    expect(told(named('p@23,22', MARK), MARK)).toBe('You put the permanent marker at 23, 22: 1 cell of yours');
    expect(told(named('draw 2', DRAW), DRAW)).toBe('Draw a yellow card from pile 2');
    expect(told(named('keep o', KEEP), KEEP)).toBe('Keep the ordinary marker; the other one goes back to you');
    expect(told(named('pass', PASS), PASS)).toBe('Pass and change cards');
    expect(told(named('pass', PASS), { ...PASS, last: 1 })).toBe('Pass your last turn');
    expect(told(named('pass', PASS), { ...PASS, passes: 10 })).toBe('Pass and change cards');
    expect(told(named('pass', PASS), { ...PASS, passes: 11 })).toBe('Pass: the round stops');
    expect(board.preview({ ...PASS, passes: 11, last: 1 }, named('pass', PASS), fr)).toBe('Passer\u00a0: la manche s’arrête');
  });

  it('says who will choose the marker that stays, where two join', () => {
    const cells = cellsFrom('1,1 2,2');
    const joining = (seat: number, asks: boolean) => placed('23,20:2x3:g1', { joins: [{ seat, cells, asks }] });
    expect(told(joining(0, true))).toBe(
      'A green card at 23, 20: two of your territories become one: 2 cells; you will choose the marker that stays',
    );
    expect(told(joining(1, true))).toBe(
      'A green card at 23, 20: two territories of an opponent become one: 2 cells; its owner will choose the marker that stays',
    );
    expect(told(joining(0, false))).toBe('A green card at 23, 20: two of your territories become one: 2 cells');
    expect(board.preview(VIEW, joining(1, true), fr)).toBe(
      'Une carte verte en 23, 20\u00a0: deux territoires adverses n’en font plus qu’un\u00a0: 2 cases\u00a0; leur propriétaire choisira le marqueur qui reste',
    );
  });
});

describe('who would win now', () => {
  it('is said to each reader in their own way', () => {
    const now = (view: Partial<typeof VIEW>) => nowSentence({ ...VIEW, ...view }, en, ['You', 'Zoé', 'Ida', 'Max']);
    const territories = [
      { seat: 1, kind: 'ordinary' as const, at: [1, 1] as [number, number], cells: cellsFrom('1,1'), cancelled: true },
    ];
    expect(now({})).toBe('There is no territory yet.');
    expect(now({ territories })).toBe('If we counted now, nobody would win: no territory is alone of its size.');
    expect(now({ now: { seat: 0, size: 2 } })).toBe('If we counted now, you would win with a territory of 2 cells.');
    expect(now({ now: { seat: 1, size: 1 } })).toBe('If we counted now, Zoé would win with a territory of 1 cell.');
    expect(now({ players: 4, now: { seat: 2, size: 3 } })).toBe(
      'If we counted now, your team would win with a territory of 3 cells held by Ida.',
    );
    expect(now({ players: 4, seat: null, now: { seat: 2, size: 3 } })).toBe(
      'If we counted now, Ida would win with a territory of 3 cells.',
    );
  });
});

describe('the position', () => {
  const view = at([...CARDS, '23,20:2x3:g1'], ['0 permanent 23,22'], [], {
    now: { seat: 0, size: 1 },
    discard: ['r3'],
    hands: [VIEW.hands[0] ?? [], []],
    markers: [
      [2, 0],
      [2, 1],
    ],
  });

  it('is told in sentences', () => {
    expect(board.describe(view, en, NAMES).slice(2)).toEqual([
      'Line 24, from x = 22 on: 1 white, 1 blue, 1 green and 1 white.',
      'Line 23, from x = 22 on: 2 blue, 1 green and 1 white.',
      'Line 22, from x = 22 on: 1 blue, 1 white and 2 green.',
      'Line 21, from x = 23 on: 2 green.',
      'Line 20, from x = 23 on: 2 green.',
      'Open regions: 2 cells at 25, 23; 1 cell at 22, 24.',
      'There is no closed region to take.',
      'Your territories: 1 cell at 23, 22, permanent, the smallest that is alone of its size.',
      'You can still put: 2 ordinary markers.',
      'Zoé has no territory.',
      'Zoé can still put: 2 ordinary markers and 1 permanent marker.',
      'If we counted now, you would win with a territory of 1 cell.',
      'Your hand: green card, white cell 1; red card, white cell 3.',
      'Zoé holds no card any more.',
      'Pile 1: 35 cards; the top one is blue.',
      'Pile 2: 35 cards; the top one is yellow.',
      'Discards: 1 card; red card, white cell 3.',
    ]);
  });

  it('says that somebody has no marker left', () => {
    const said = (seat: number | null) =>
      board.describe({ ...view, seat, markers: view.markers.map(() => [0, 0] as [number, number]) }, en, ['Ann', 'Zoé']);
    expect(said(0)).toEqual(expect.arrayContaining(['You have no marker left.', 'Zoé has no marker left.']));
    expect(said(null)).toContain('Ann has no marker left.');
    expect(said(0).join(' ')).not.toContain('can still put');
  });

  it('keeps the faces of cards to itself where others see the screen', () => {
    const said = board.describe(view, en, NAMES, true);
    expect(said).toContain('Your hand: green card, face down; red card, face down.');
    expect(said.filter((line) => line.startsWith('Your hand')).join()).not.toContain('white');
  });

  it('tells a match and its last turns', () => {
    const said = board.describe({ ...view, round: 2, points: [3, 1], last: 1 }, fr, ['Vous', 'Zoé']);
    expect(said.slice(-4)).toEqual([
      'Plus rien à piocher\u00a0: chacun joue une dernière fois.',
      'Manche 2.',
      'Vous\u00a0: 3 points.',
      'Zoé\u00a0: 1 point.',
    ]);
  });

  it('is heard: cards and markers sound otherwise', () => {
    const sounds = ['24,20:2x3:g1', 'draw 1', 'pass', 'o@23,22', 'keep p'].map((move) =>
      board.sound({ seat: 0, move, effects: [] }),
    );
    expect(sounds).toEqual(['card', 'card', 'card', 'click', 'click']);
  });
});
