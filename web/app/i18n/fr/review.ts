/** Ce qu’on dit dans l’analyse d’une partie finie. */

import type { Messages } from '../en.ts';
import { listed } from './grammar.ts';

export const review: Messages['review'] = {
  begin: 'Analyser cette partie',
  beginHint: 'Quand a-t-elle basculé, et qu’aurait-on pu jouer de mieux ?',
  title: 'Le cours de la partie',
  working: 'On relit toute la partie…',
  progress: (done, of) => `Étape ${done} sur ${of}`,
  retry: 'Réessayer',
  chances: 'Chances de gagner, coup après coup',
  outlook: 'Comment ça se présentait, coup après coup',
  up: 'mieux',
  down: 'moins bien',
  figures: 'Les chiffres',
  move: 'Coup',
  start: 'Début',
  percent: (share) => new Intl.NumberFormat('fr', { style: 'percent' }).format(share).replace(/\s/g, '\u00a0'),
  outOfTen: (n) => `${n} sur 10`,
  at: (place, values) => (values.length ? `${place} : ${values.join(', ')}` : place),
  value: (name, value) => `${name} ${value}`,
  names: (names) => listed(names),
  turning: 'Les tournants de la partie',
  none: 'Aucun coup n’a vraiment coûté cher : bien joué, du début à la fin !',
  turn: (n, who) => `Coup ${n} : ${who}`,
  played: 'Joué :',
  better: 'Mieux :',
  advice: (who) => `Le conseil pour ${who} :`,
  quoted: (text) => `« ${text} »`,
  lost: (best, played) => `Chances de gagner : environ ${best} avec le meilleur coup, ${played} avec celui-ci.`,
  cost: {
    even: 'Ce coup n’a presque rien coûté.',
    little: 'Ce coup a coûté un peu.',
    clear: 'Ce coup a coûté cher.',
    large: 'Ce coup a tout changé.',
  },
  see: 'Voir',
  showBetter: 'Montrer le meilleur coup',
  playHere: 'Jouer à partir d’ici',
  wouldBe: (text) => `Ce qui aurait été mieux : ${text}`,
  back: 'Revenir à la partie',
};
