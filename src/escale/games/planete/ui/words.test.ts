import { describe, expect, it } from 'vitest';
import { BLIND, en, fr, HIDE, KNOWN, NAME, NAMES, named, OVER, STACK, TAKE } from './board.testing.ts';
import board from './board.ts';
import type { PlaneteMove } from './position.ts';
import { at, planetOf } from './positions.testing.ts';
import { counted, tileName } from './words.ts';

const told = (move: PlaneteMove, view = TAKE) => board.preview(view, move, en);

describe('a move, before it is played', () => {
  it('says the tile, the points, baobabs and volcanoes', () => {
    expect(told(named('take lllS 7'))).toBe('Three lampposts and a snake: +4 points');
    expect(told(named('take bsG 7'))).toBe('A baobab, a sunset and a beige sheep: 3rd baobab, three tiles turned face down');
    expect(told(named('take v** 7'))).toBe('A volcano and two big stars: 2 volcanoes in all');
    expect(told({ ...named('take lllS 7'), points: -7 } as PlaneteMove)).toContain(': −7 points');
    const bare = at(['5:vlG', ''], []);
    expect(told({ ...named('take bsG 7'), turns: [] } as PlaneteMove, bare)).toContain(': 1st baobab');
    expect(told(named('take v** 7'), bare)).toContain(': 2 volcanoes, the most');
    expect(board.preview(TAKE, named('take lllS 7'), fr)).toBe('Trois réverbères et un serpent\u00a0: +4 points');
  });

  it('says the other decisions, and nothing of what is hidden', () => {
    expect(told(named('stack core', STACK), STACK)).toBe('Choose the stack of cores: 3 tiles are turned up');
    const two = { ...HIDE, players: 2 };
    expect(told(named('stack core', STACK), two)).toBe('Choose the stack of cores: you alone look at three tiles');
    expect(told(named('stack core', STACK), { ...two, options: { two_player: 'plain' } })).toContain('2 tiles are turned up');
    expect(told(named('name 2', NAME), NAME)).toBe('Player 3 takes a tile next');
    expect(told(named('hide turk', HIDE), HIDE)).toBe('Hide this tile; the other player chooses first');
    expect(told(named('take hidden 12', BLIND), BLIND)).toBe('Take the hidden tile');
    expect(told(named('take hidden 12', KNOWN), KNOWN)).toBe('Take the hidden tile');
  });
});

describe('the position', () => {
  it('is told in sentences', () => {
    expect(board.describe(TAKE, en, NAMES)).toEqual([
      'Round 5 of 16.',
      'You chose the stack of this round.',
      'On the table, rising edges: a baobab, a sunset and a beige sheep; a volcano and two big stars; three lampposts and a snake.',
      'No tile yet this round: You, Zoé and Bob.',
      'Your planet: 6 tiles; 8 points, 1 volcano, 2 visible baobabs.',
      'Row 1, column 1: the vain man: 2 snakes × 4 = 8; row 1, column 2: a baobab, a sunset and an elephant; ' +
        'row 1, column 4: the king: no rose: 0; row 2, column 2: a baobab, two white sheep and a brown sheep; ' +
        'row 2, column 3: a volcano, a lamppost, a snake and a white sheep; row 3, column 2: two lampposts and a snake.',
      'Visible on it: 2 baobabs, 1 volcano, 1 sunset, 3 lampposts, 3 big stars, 1 elephant, 2 snakes, 3 white sheep and 1 brown sheep.',
      'Planet of Zoé: 6 tiles; 4 points, 3 volcanoes, the most: 3 points lost.',
      expect.stringMatching(/^Row 1, column 1: the little prince: 2 colours of sheep × 3 \+ 3 boxes × 1 = 7; /),
      expect.stringMatching(/^Visible on it: 3 volcanoes, /),
      'Planet of Bob: 6 tiles; 9 points, 0 volcanoes, 3 tiles face down.',
      expect.stringContaining('row 1, column 3: a baobab, a big star and a brown sheep, face down; '),
      'Visible on it: 1 sunset, 3 lampposts, 1 big star, 1 fox and 1 elephant.',
      'Cores: 8 tiles left, chosen 1 of 4 times.',
      'Rising edges: 8 tiles left, chosen 1 of 4 times.',
      'Falling edges: 8 tiles left, chosen 1 of 4 times.',
      'Characters: 8 tiles left, chosen 1 of 4 times.',
      'Cores: 2 × a volcano, a lamppost and a beige sheep; 1 × an elephant.',
      'Rising edges: 1 × a baobab, a sunset and an elephant.',
      'Characters: 1 × the king.',
    ]);
  });

  it('tells what the reader alone knows only before a screen of their own', () => {
    const said = (view = HIDE, discreet = false) => board.describe(view, en, NAMES, discreet).join(' ');
    expect(said()).toContain(
      'Three tiles for you alone: the hunter; the businessman with white sheep; the Turkish astronomer.',
    );
    expect(said(HIDE, true)).not.toMatch(/hunter|businessman|Turkish/);
    expect(said(KNOWN)).toContain('You alone know the hidden tile: the Turkish astronomer.');
    expect(said(KNOWN, true)).not.toContain('Turkish');
    expect(said(KNOWN, true)).toContain('On the table, characters: the hunter; the hidden tile.');
    expect(said(BLIND)).not.toContain('You alone know');
    // What one hasn't seen tells what one has.
    expect(said(BLIND, true)).not.toMatch(/× a volcano|Out of the game/);
  });

  it('tells who led, what is out of the game, and the end', () => {
    const said = board.describe(BLIND, en, NAMES);
    expect(said).toContain('Zoé chose the stack of this round.');
    expect(said).toContain("Out of the game: an elephant; a tile that you haven't seen.");
    const over = board.describe(OVER, en, NAMES);
    expect(over[0]).toBe('Your planet: 16 tiles; 45 points, 3 volcanoes, 2 visible baobabs.'.replace('2 visible', '3 visible'));
    expect(over.join(' ')).not.toMatch(/Round|left|haven't seen/);
    expect(board.describe(at(['', ''], []), fr, ['Vous', 'Zoé'])).toContain('Il n’y a pas de tuile sur la table.');
  });

  it('is heard: a name clicks, tiles are laid', () => {
    const sounds = ['stack core', 'take vlG', 'name 1'].map((move) => board.sound({ seat: 0, move, effects: [] }));
    expect(sounds).toEqual(['card', 'card', 'click']);
  });
});

describe('words', () => {
  it('name every tile', () => {
    expect(tileName('bWWB', 'core', en)).toBe('a baobab, two white sheep and a brown sheep');
    expect(tileName('lllF', 'core', fr)).toBe('trois réverbères et un renard');
    expect(tileName('turk', 'character', en)).toBe('the Turkish astronomer');
  });

  it('count every character', () => {
    const planet = planetOf('1:(br*) 5:bWWB 6:vlFW 7:srll 9:cG 10:E');
    const said = (who: string, points: number) => counted(who, points, planet, en);
    expect(said('geographer', 5)).toBe('5 tiles without a volcano × 1 = 5');
    expect(said('king', 14)).toBe('exactly one rose: 14');
    expect(said('hunter', 9)).toBe('3 kinds of animals (fox, elephant and sheep) × 3 = 9');
    expect(said('drunkard', 3)).toBe('1 face-down tile × 3 = 3');
    expect(said('gardener', 7)).toBe('1 visible baobab × 7 = 7');
    expect(said('prince', 10)).toBe('3 colours of sheep × 3 + 1 box × 1 = 10');
    expect(said('brown', 5)).toBe('1 brown sheep × 5 = 5');
    const bare = planetOf('5:vll');
    expect(counted('hunter', 0, bare, en)).toBe('no animal: 0');
    expect(counted('king', 0, planetOf('5:rll 7:srll 8:br*'), en)).toBe('3 roses, more than two: 0');
  });
});
