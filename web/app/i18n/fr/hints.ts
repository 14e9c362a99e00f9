/** Ce qu’on dit autour d’un indice. */

import type { Messages } from '../en.ts';

export const hints: Messages['hints'] = {
  ask: 'Un indice',
  title: 'Un indice',
  thinking: 'On cherche une bonne idée…',
  where: 'Où ça ?',
  show: 'Montrez-moi',
  again: 'Montrer encore',
  aside: 'Bon à savoir',
  more: 'Plus',
  less: 'Moins',
  covered: 'L’indice est là, pour vous seulement :',
  busy: 'On cherche déjà un indice à cette table. Réessayez dans un instant.',
  gains: {
    even: 'Ici, plusieurs coups se valent.',
    little: 'Ça aide un peu.',
    clear: 'Ça aide beaucoup.',
    large: 'Ça change tout !',
  },
  only: 'C’est le seul coup possible.',
  sure: 'Ainsi, la victoire est presque sûre.',
  chances: (best, usual) => `Chances de gagner : environ ${best}, et ${usual} avec un coup ordinaire.`,
  chance: (best) => `Chances de gagner : environ ${best}.`,
};
