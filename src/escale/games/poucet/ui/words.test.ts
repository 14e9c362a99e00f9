import { describe, expect, it } from 'vitest';
import { BLOCKED, CHOOSE, DISCARD, en, fr, NAMES, named, START, VIEW } from './board.testing.ts';
import board from './board.ts';
import type { PoucetMove } from './position.ts';
import { at, laid } from './positions.testing.ts';

const told = (move: PoucetMove, view = VIEW) => board.preview(view, move, en);

describe('a move, before it is played', () => {
  it('says the card, where, as what, and whom it helps and hinders', () => {
    expect(told(named('a6:rns'))).toBe('Red straight at a6: your path goes on');
    expect(told(named('g5:rew'))).toBe('Red straight at g5, over a green straight: your path goes on; player 2 is hindered');
    expect(told(named('i6:wolf'))).toBe('Wolf at i6, as an obstacle: player 2 is hindered');
    expect(told(named('c5:river'))).toBe('River at c5, over a wolf: your path goes on');
    expect(told(laid('e4:rns', 'path', { wins: 0 }))).toBe('Red straight at e4: you reach the Blue Flower and win');
    expect(told(laid('e4:rns', 'path', { helps: [1], wins: 1 }))).toBe(
      'Red straight at e4: player 2 reaches the Blue Flower and wins',
    );
    expect(told(laid('a6:wolf', 'obstacle', { hinders: [] }))).toBe('Wolf at a6, as an obstacle: nothing else changes');
    expect(board.preview(VIEW, named('g5:rew'), fr)).toBe(
      'Droite rouge en g5, par-dessus une droite verte\u00a0: votre chemin avance\u00a0; gêne le joueur 2',
    );
  });

  it('says the other decisions', () => {
    expect(told(named('take y', CHOOSE), CHOOSE)).toBe('Take a yellow start card');
    expect(told(named('start a5', START), START)).toBe('Start at a5');
    expect(told(named('restart g a1', BLOCKED), BLOCKED)).toBe(
      'Start again at a1 with a green start card; your old path stays behind',
    );
    expect(told(named('give up', BLOCKED), BLOCKED)).toBe('Give up: you leave the game');
    expect(told(named('discard boots', DISCARD), DISCARD)).toBe('Discard the seven-league boots and end your turn');
    expect(board.preview(CHOOSE, named('take r', CHOOSE), fr)).toBe('Prendre une carte de départ rouge');
  });
});

describe('the position', () => {
  it('is told in sentences', () => {
    expect(board.describe(VIEW, en, NAMES)).toEqual([
      'A cell is told by its column, a letter from a in the west, and its row, a number from 1 in the south. The Blue Flower is at e5.',
      'Row 7: c7 red straight, open to the north and south.',
      'Row 5: a5 red start card, open to the north, east and south, your start; b5 red straight, open to the east and west; c5 wolf; ' +
        'g5 green straight, open to the north and south; h5 green straight, open to the east and west; ' +
        'i5 green start card, open to the north, south and west, start of Zoé.',
      'Row 3: e3 yellow straight, open to the east and west, on 2 cards.',
      'All other cells are empty.',
      'You: red path, 5 cards still missing to the Blue Flower.',
      'Your path: 2 cards, a5 and b5.',
      'Your ends: a6 to the north, open; a4 to the south, open; c5 to the east, obstructed.',
      'Zoé: green path, 5 cards still missing to the Blue Flower.',
      'Path of Zoé: 2 cards, h5 and i5.',
      'Ends of Zoé: i6 to the north, open; i4 to the south, open; g5 to the west, dead.',
      'Your hand: red straight, red bend, yellow fork, wolf, river and seven-league boots.',
      'Zoé holds 6 cards.',
      'Stock: 60 cards.',
      'Start cards left: 1 red, 1 green and 2 yellow.',
    ]);
  });

  it('tells who has not started, is blocked, waits, or has given up, and what was discarded', () => {
    const said = (view = VIEW) => board.describe(view, en, NAMES);
    expect(said(CHOOSE)).toContain('You have no start card yet.');
    expect(said(START)).toContain('Zoé has a green start card, not on the board yet.');
    expect(said(BLOCKED)).toEqual(
      expect.arrayContaining([
        'You: red path, no way to the Blue Flower as the cards lie now.',
        'You are blocked: you may play a card, give up, or start again if a start card is left.',
      ]),
    );
    const seats = VIEW.seats.map((seat, i) =>
      i === 0 ? { ...seat, waits: 2, distance: 0 } : { ...seat, out: true, cards: 3 },
    );
    const late = said({ ...VIEW, seats, starts: { r: 0, g: 0, y: 0 } });
    expect(late).toEqual(
      expect.arrayContaining([
        'You: red path, arrived at the Blue Flower.',
        'You: 2 turns in a row without an open end; blocked from the sixth.',
        'Zoé has given up.',
        'No start card is left.',
      ]),
    );
    expect(late.join(' ')).not.toContain('Zoé holds');
    expect(said(DISCARD)).toContain('Discarded: ogre and red bend.');
    const none = { ...VIEW, ends: [], seats: VIEW.seats.map((seat) => ({ ...seat, cards: 0 })), hands: [[], null] };
    expect(said(none)).toEqual(expect.arrayContaining(['Your path has no end.', 'You hold no card any more.']));
  });

  it('keeps the faces of cards to itself where others see the screen, until the game is over', () => {
    const said = board.describe(VIEW, en, NAMES, true);
    expect(said).toContain('You hold 6 cards.');
    expect(said.join(' ')).not.toContain('Your hand');
    expect(board.describe({ ...VIEW, over: true }, en, NAMES, true).join(' ')).toContain('Your hand: red straight');
  });

  it('names every start left behind, pebbles and boots in French too', () => {
    const view = at('a5:R a1:G0 b1:F/0e c1:F/B d1:F/1w', []);
    expect(board.describe(view, fr, ['Vous', 'Zoé']).slice(1, 3)).toEqual([
      'Rangée 5\u00a0: a5 carte de départ rouge, côtés ouverts\u00a0: nord, est et sud, abandonnée.',
      'Rangée 1\u00a0: a1 carte de départ verte, côtés ouverts\u00a0: nord et est, votre départ\u00a0; ' +
        'b1 vos cailloux blancs, menant vers l’est, sur 1 carte\u00a0; c1 bottes de sept lieues, sur 1 carte\u00a0; ' +
        'd1 cailloux blancs (Zoé), menant vers l’ouest, sur 1 carte.',
    ]);
  });

  it('is heard: start cards click, cards are laid, and who gives up is silent', () => {
    const sounds = ['take r', 'start a5', 'restart g a1', 'b5:rew', 'discard ri', 'give up'].map((move) =>
      board.sound({ seat: 0, move, effects: [] }),
    );
    expect(sounds).toEqual(['click', 'click', 'click', 'card', 'card', null]);
  });
});
