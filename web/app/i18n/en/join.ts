/** What is said where one comes by a link; not among the texts that every page brings. */

export const join = {
  title: (game: string) => `Come and play: ${game}`,
  there: 'Around the table',
  name: 'What shall we call you?',
  sit: 'Sit down',
  full: 'Every seat is taken, but you can watch.',
  watch: 'Watch',
  yours: 'You already have a seat here.',
  go: 'To the table',
  seatTitle: 'Your seat at a table',
  seatText: 'This private link puts you on a seat. Do you want to take it on this device?',
  take: 'Take my seat',
  badLink: 'This link leads to no table any more.',
};

export type Join = typeof join;
