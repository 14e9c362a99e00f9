import { cleanup, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { CARDS, en, fr, show } from './board.testing.ts';
import { endedSentence } from './ended.ts';
import { at } from './positions.testing.ts';

afterEach(cleanup);

const dealt = at(CARDS, [], [], { round: 2, points: [3, 0] });
const round = { kind: 'round', side: 0, size: 3 };
const ending = { seat: 0, move: 'o@23,22', effects: [{ kind: 'mark' }, round, { kind: 'deal' }] };
const passed = { seat: 1, move: 'pass', effects: [{ kind: 'discard', seat: 1, cards: [] }] };
const laid = { seat: 0, move: '23,20:2x3:g1', effects: [] };
const begun = at([...CARDS, '23,20:2x3:g1'], [], [], { round: 2, points: [3, 0] });
const told = () => screen.queryByText(/^Round 1 is yours/, { selector: '[role=status]' })?.textContent ?? null;

describe('the round that has just ended', () => {
  it('is told until somebody has laid a card in the next one', async () => {
    const { rerender } = show({ view: { ...begun, round: 1 }, active: false });
    expect(told()).toBeNull();
    await rerender({ view: dealt, last: ending, active: false });
    expect(told()).toBe('Round 1 is yours: 3 points.');
    expect(screen.queryByText('There is no territory yet.')).toBeNull();
    await rerender({ view: { ...dealt, passes: 1 }, last: passed, active: false });
    expect(told()).toBe('Round 1 is yours: 3 points.');
    await rerender({ view: begun, last: laid, active: false });
    expect(told()).toBeNull();
    expect(screen.getByText('There is no territory yet.')).toBeTruthy();
  });

  it('is told to who opens the page right after', () => {
    show({ view: dealt, last: ending, active: false });
    expect(told()).toBe('Round 1 is yours: 3 points.');
  });

  it('is not told where no other follows, or where one looks back at it', async () => {
    const { rerender } = show({ view: dealt, last: { ...ending, effects: [round] }, active: false });
    expect(told()).toBeNull();
    await rerender({ view: dealt, last: ending, active: false });
    expect(told()).not.toBeNull();
    await rerender({ view: { ...dealt, round: 1 }, last: passed, active: false });
    expect(told()).toBeNull();
  });

  it('is said to each reader in their own way', () => {
    const names = ['Ann', 'Zoé', 'Ida', 'Max'];
    const said = (side: number | null, players: number, seat: number | null, size = 3, say = en) =>
      endedSentence({ round: 1, side, size }, { ...dealt, players, seat }, say, names.slice(0, players));
    expect(said(0, 2, 0, 1)).toBe('Round 1 is yours: 1 point.');
    expect(said(1, 2, 0)).toBe('Round 1 goes to Zoé: 3 points.');
    expect(said(0, 2, null)).toBe('Round 1 goes to Ann: 3 points.');
    expect(said(1, 4, 3)).toBe("Round 1 is your team's: 3 points.");
    expect(said(1, 4, 2)).toBe('Round 1 goes to Zoé and Max: 3 points.');
    expect(said(null, 2, 0, 0)).toBe('Nobody wins round 1.');
    expect(said(0, 2, 0, 3, fr)).toBe('La manche 1 est à vous\u00a0: 3 points.');
    expect(said(0, 4, 2, 1, fr)).toBe('La manche 1 est à votre équipe\u00a0: 1 point.');
    expect(said(0, 4, 1, 2, fr)).toBe('La manche 1 revient à Ann et Ida\u00a0: 2 points.');
    expect(said(null, 4, 1, 0, fr)).toBe('Personne ne gagne la manche 1.');
  });
});
