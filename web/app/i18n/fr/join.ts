import type { Join } from '../en/join.ts';

export const join: Join = {
  title: (game) => `On joue : ${game}`,
  there: 'Autour de la table',
  name: 'Comment vous appelle-t-on ?',
  sit: 'M’asseoir',
  full: 'Toutes les places sont prises, mais on peut regarder.',
  watch: 'Regarder',
  yours: 'Vous avez déjà une place ici.',
  go: 'Aller à la table',
  seatTitle: 'Votre place à une table',
  seatText: 'Ce lien privé vous donne une place. Voulez-vous la prendre sur cet appareil ?',
  take: 'Prendre ma place',
  badLink: 'Ce lien ne mène plus à aucune table.',
};
