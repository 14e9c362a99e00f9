/** What is said where one plays on from a game of the past; not among the texts that every page brings. */

export const fork = {
  go: 'Play on from here',
  hint: 'A new table, marked as a trial.',
  anew: {
    bots: 'What that seat couldn’t know is dealt anew.',
    friends: 'All that is hidden is dealt anew, so that nobody knows more than the others.',
  },
  with: 'The others',
  others: { bots: 'Bots', friends: 'Friends, by link' },
  seat: 'Play for',
};

export type Fork = typeof fork;
