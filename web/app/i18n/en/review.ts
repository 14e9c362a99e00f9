/** What is said in the review of a finished game. */

import { listed } from './grammar.ts';

export const review = {
  begin: 'Review this game',
  beginHint: 'Its turning points, and what would have been better',
  title: 'How the game went',
  working: 'Going through the game…',
  progress: (done: number, of: number) => `Step ${done} of ${of}`,
  retry: 'Try again',
  chances: 'Chances of winning, move by move',
  outlook: 'How promising it was, move by move',
  up: 'better',
  down: 'worse',
  won: 'won',
  knows: 'The curve knows all secrets. The turning points judge a move only by what its player could know.',
  figures: 'The figures',
  move: 'Move',
  start: 'Start',
  percent: (share: number) => new Intl.NumberFormat('en', { style: 'percent' }).format(share),
  outOfTen: (n: number) => `${n} out of 10`,
  at: (place: string, values: string[]) => (values.length ? `${place}: ${values.join(', ')}` : place),
  value: (name: string, value: string) => `${name} ${value}`,
  names: (names: string[]) => listed(names),
  turning: 'Turning points',
  none: {
    well: 'No move cost anybody much: well played, from beginning to end!',
    alone: 'No move cost much.',
    falls: 'Going by what each player could know, no move cost much.',
    ahead: (names: string[]) => {
      const were = names.length === 1 ? 'was' : 'were';
      return `No move cost anybody much: with all secrets known, ${listed(names)} ${were} ahead from the start.`;
    },
    slow: 'No single move cost much: the game was decided little by little.',
  },
  falls: 'Steep falls that are no turning points',
  fall: (n: number, who: string) => `Move ${n}: the curve falls for ${who}`,
  why: {
    hidden: (who: string) =>
      `${who} couldn’t know. From that seat no other move looked clearly better; what was hidden made this one bad.`,
    forced: (who: string) => `${who} had no choice: it was the only move there was.`,
    other: (who: string, fell: string) =>
      `${who} played a move that the curve had not expected. ${fell} did nothing wrong there.`,
    unforeseen: (who: string) => `The curve had expected more. Looked at closely, this move cost ${who} hardly anything.`,
    alone: () =>
      'Up to here everything could still be won; after this move no way was found any more. The right move remains a mystery!',
    cost: (who: string) =>
      `${who} could have done better here too, but going by what ${who} could know, it cost less than the turning points.`,
  },
  turn: (n: number, who: string) => `Move ${n}: ${who}`,
  played: 'Played:',
  better: 'Better:',
  advice: (who: string) => `Advice to ${who}:`,
  quoted: (text: string) => `“${text}”`,
  lost: (best: string, played: string) => `Chances of winning: about ${best} with the better move, ${played} with this one.`,
  cost: {
    even: 'It cost very little.',
    little: 'It cost a little.',
    clear: 'It cost a lot.',
    large: 'It changed everything.',
  },
  lostAlone: (best: string, played: string) => `With the better move: ${best}; with this one: ${played}.`,
  costliest: 'No other move cost as much.',
  see: 'Look',
  showBetter: 'Show the better move',
  playHere: 'Play from here',
  playFor: (who: string) => `Play on for ${who}`,
  wouldBe: (text: string) => `What would have been better: ${text}`,
  back: 'Back to the game',
};
