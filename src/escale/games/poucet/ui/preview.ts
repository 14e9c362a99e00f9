/** What a move will do, in a few words. */

import type { Say } from 'kit/board.ts';
import { key, type LayMove, nameOf, type PoucetMove, type PoucetView } from './position.ts';
import { also, kindOf } from './words.ts';

function consequences({ helps, hinders, wins }: LayMove, view: PoucetView, say: Say): string[] {
  const reader = view.seat ?? view.turn;
  const told = (what: string, seat: number) => say(`board.preview.${what}${seat === reader ? '_own' : ''}`, { seat: seat + 1 });
  return [
    ...helps.filter((seat) => seat !== wins).map((seat) => told('helps', seat)),
    ...hinders.map((seat) => told('hinders', seat)),
    ...(wins === null ? [] : [told('wins', wins)]),
  ];
}

function laying(view: PoucetView, move: LayMove, say: Say): string {
  const top = view.cells.find(({ at }) => key(at) === key(move.at));
  const does = consequences(move, view, say);
  return say(`board.preview.${move.role}`, {
    card: say(`card.${move.card}`),
    place: nameOf(move.at),
    covered: top ? say(`a_card.${kindOf(top)}`) : '',
    does: does.length > 0 ? also(does, say) : say('board.preview.nothing'),
  });
}

function said(view: PoucetView, move: PoucetMove, say: Say): string {
  if (move.do === 'lay') return laying(view, move, say);
  if (move.do === 'discard') return say('board.preview.discard', { card: say(`the_card.${move.card}`) });
  const place = 'at' in move ? nameOf(move.at) : '';
  return say(`board.preview.${move.do}`, { place, colour: 'colour' in move ? say(`colour.${move.colour}`) : '' });
}

export function preview(view: PoucetView, move: PoucetMove, say: Say): string {
  const text = said(view, move, say);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
