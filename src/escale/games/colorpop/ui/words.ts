/** What the board says: cells, moves and the whole position in words. */

import type { Say } from 'kit/board.ts';
import { type Ghost, proposed, toggle } from './picking.ts';
import { type Counts, JOKER, LETTERS, type Letter, letterAt, type PopMove, type PopView, slideName } from './position.ts';

export function colourName(say: Say, letter: string, n = 1): string {
  return say(`colour.${letter}`, { n });
}

/** Several colours by name: "yellow, blue". */
export function colourNames(say: Say, letters: string): string {
  return [...letters].map((letter) => colourName(say, letter)).join(', ');
}

/** A cell for who can't see it: what lies there and what can be done with it. */
export function cellLabel(view: PopView, ghost: Ghost | null, cell: string, say: Say): string {
  const letter = letterAt(view.slides, cell);
  if (!letter) return say('board.empty', { cell });
  if (ghost && toggle(view, ghost, cell)) {
    return say(ghost.move.cells.includes(cell) ? 'board.removable' : 'board.addable', { cell });
  }
  const values = { cell, colour: colourName(say, letter) };
  if (view.moves.length === 0) return say('board.token', values);
  const move = proposed(view, cell);
  return move ? say('board.group', { ...values, n: move.cells.length }) : say('board.alone', values);
}

/** What a move will do. */
export function preview(view: PopView, move: PopMove, say: Say): string {
  const n = move.cells.length - move.jokers;
  const jokers = say('log.jokers', { n: move.jokers });
  const colour = move.colour ?? JOKER;
  const tokens = say('log.tokens', { n, colour: colourName(say, colour, n) });
  const rest = view.left[colour] - (move.colour ? n : move.jokers);
  return say('board.preview', {
    what: n === 0 ? jokers : move.jokers === 0 ? tokens : say('log.both', { tokens, jokers }),
    rest: say(rest > 0 ? 'board.rest' : 'board.rest_none', { n: rest, colour: colourName(say, colour, rest || 1) }),
  });
}

/** The position in sentences; `discreet`: without what others must not hear. */
export function describe(view: PopView, say: Say, names: string[], discreet = false): string[] {
  const slides = view.slides.flatMap((slide, i) =>
    slide ? [say('board.slide', { slide: slideName(i), tokens: runs(slide, say) })] : [],
  );
  return [
    ...(slides.length > 0 ? [say('board.order'), ...slides] : [say('board.nothing')]),
    say('board.remaining', { tokens: counted(view.left, say) }),
    say('board.taken'),
    ...names.map((who, seat) => is(say, who, counted(view.taken[seat], say))),
    ...(revealed(view) ? everySecret(view, say, names) : discreet ? [] : ownSecrets(view, say)),
  ];
}

/** Whether everybody's colours are to be seen: the game is over, or it is looked back at. */
export function revealed(view: PopView): boolean {
  return (view.over || view.seat === null) && view.secrets.some(Boolean);
}

function everySecret(view: PopView, say: Say, names: string[]): string[] {
  return [say('board.secrets'), ...names.map((who, seat) => is(say, who, colourNames(say, view.secrets[seat] ?? '')))];
}

function ownSecrets(view: PopView, say: Say): string[] {
  return ownColours(view).map(({ letters, what }) => is(say, say(what, { n: letters.length }), colourNames(say, letters)));
}

/** The reader's own colours and, in teams, the partner's, each with the name of the text that says whose. */
export function ownColours(view: PopView): { letters: string; what: string }[] {
  return view.secrets
    .map((letters, seat) => ({ letters: letters ?? '', what: seat === view.seat ? 'board.secret' : 'board.partner' }))
    .filter(({ letters }) => letters)
    .sort((a, b) => b.what.localeCompare(a.what));
}

function is(say: Say, what: string, value: string): string {
  return `${say('board.is', { what, value })}.`;
}

/** "yellow, 2 green, joker": equal neighbours together. */
function runs(slide: string, say: Say): string {
  const found = slide.match(/(.)\1*/gsu) ?? [];
  return found.map((run) => (run.length > 1 ? `${run.length} ` : '') + colourName(say, run.charAt(0), run.length)).join(', ');
}

/** "3 yellow, 1 joker": what there is of each. */
function counted(counts: Counts | undefined, say: Say): string {
  const some = LETTERS.filter((letter: Letter) => counts?.[letter]);
  return (
    some.map((letter) => `${counts?.[letter]} ${colourName(say, letter, counts?.[letter])}`).join(', ') || say('board.none')
  );
}
