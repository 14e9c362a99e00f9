/** Ce qu’on dit dans l’analyse d’une partie finie. */

import type { Messages } from '../en.ts';
import { listed } from './grammar.ts';

export const review: Messages['review'] = {
  begin: 'Analyser cette partie',
  beginHint: 'Ses tournants, et ce qu’on aurait pu jouer de mieux',
  title: 'Le cours de la partie',
  working: 'On relit toute la partie…',
  progress: (done, of) => `Étape ${done} sur ${of}`,
  retry: 'Réessayer',
  chances: 'Chances de gagner, coup après coup',
  outlook: 'Comment ça se présentait, coup après coup',
  up: 'mieux',
  down: 'moins bien',
  won: 'gagné',
  knows: 'La courbe connaît tous les secrets. Les tournants jugent un coup seulement sur ce que son joueur pouvait savoir.',
  figures: 'Les chiffres',
  move: 'Coup',
  start: 'Début',
  percent: (share) => new Intl.NumberFormat('fr', { style: 'percent' }).format(share).replace(/\s/g, '\u00a0'),
  outOfTen: (n) => `${n} sur 10`,
  at: (place, values) => (values.length ? `${place} : ${values.join(', ')}` : place),
  value: (name, value) => `${name} ${value}`,
  names: (names) => listed(names),
  turning: 'Les tournants de la partie',
  none: {
    well: 'Aucun coup n’a vraiment coûté cher : bien joué, du début à la fin !',
    alone: 'Aucun coup n’a vraiment coûté cher.',
    falls: 'D’après ce que chacun pouvait savoir, aucun coup n’a vraiment coûté cher.',
    ahead: (names) => {
      const had = names.length === 1 ? 'avait' : 'avaient';
      return `Aucun coup n’a vraiment coûté cher : tous secrets connus, ${listed(names)} ${had} l’avantage dès le début.`;
    },
    slow: 'Aucun coup n’a coûté cher à lui seul : la partie s’est jouée petit à petit.',
  },
  falls: 'Les grosses chutes qui ne sont pas des tournants',
  fall: (n, who) => `Coup ${n} : la courbe chute pour ${who}`,
  why: {
    hidden: (who) =>
      `${who} ne pouvait pas le savoir. À sa place, aucun autre coup ne semblait nettement meilleur ; c’est ce qui était caché qui a rendu celui-ci mauvais.`,
    forced: (who) => `${who} n’avait pas le choix : c’était le seul coup possible.`,
    other: (who, fell) => `${who} a joué un coup que la courbe n’attendait pas. ${fell} n’y est pour rien.`,
    unforeseen: (who) => `La courbe espérait mieux. Vu de plus près, ce coup n’a presque rien coûté à ${who}.`,
    alone: () =>
      'Jusqu’ici, on pouvait encore tout réussir ; après ce coup, on n’a plus trouvé de chemin. Le bon coup reste un mystère !',
    cost: (who) =>
      `${who} pouvait faire mieux ici aussi ; mais d’après ce qu’on savait à sa place, cela a coûté moins que les tournants.`,
  },
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
  lostAlone: (best, played) => `Avec le meilleur coup : ${best} ; avec celui-ci : ${played}.`,
  costliest: 'Aucun autre coup n’a coûté autant.',
  see: 'Voir',
  showBetter: 'Montrer le meilleur coup',
  playHere: 'Jouer à partir d’ici',
  playFor: (who) => `Jouer pour ${who} à partir d’ici`,
  wouldBe: (text) => `Ce qui aurait été mieux : ${text}`,
  back: 'Revenir à la partie',
};
