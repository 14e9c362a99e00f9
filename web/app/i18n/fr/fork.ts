import type { Fork } from '../en/fork.ts';

export const fork: Fork = {
  go: 'Continuer d’ici',
  hint: 'Une nouvelle table, marquée comme essai.',
  anew: {
    bots: 'Ce que cette place ne pouvait pas savoir est redistribué.',
    friends: 'Tout ce qui est caché est redistribué : personne n’en sait plus que les autres.',
  },
  with: 'Les autres',
  others: { bots: 'Des robots', friends: 'Des amis, par lien' },
  seat: 'Jouer pour',
};
