import type { Shelved } from '../en/shelved.ts';

export const shelved: Shelved = {
  title: 'Cette partie doit attendre',
  overTitle: 'Cette partie ne peut pas être montrée ici',
  text: (game) =>
    `Elle se joue avec une autre version du jeu ${game} que celle de cette ludothèque. Rien n’est perdu : dès que la ludothèque aura cette version, la partie reprendra là où elle en est.`,
  overText: (game) =>
    `Elle a été jouée avec une autre version du jeu ${game} que celle de cette ludothèque. Rien n’est perdu : vous pouvez l’enregistrer, et la revoir sur un serveur qui a cette version.`,
  end: 'Arrêter la partie',
  endSure: 'L’arrêter pour tout le monde ? Cliquez encore.',
  endHint: 'Si vous ne voulez pas attendre : une fois arrêtée, la partie peut être enregistrée.',
};
