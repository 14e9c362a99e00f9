/** What is said around a hint. */

export const hints = {
  ask: 'Hint',
  title: 'A hint',
  thinking: 'Looking for a good idea…',
  where: 'Where?',
  show: 'Show me',
  again: 'Show it again',
  aside: 'Good to know',
  more: 'More',
  less: 'Less',
  covered: 'The hint is here, for you alone:',
  busy: 'Another hint is being looked for at this table. Try again in a moment.',
  gains: {
    even: 'Several moves are about as good here.',
    little: 'It helps a little.',
    clear: 'It helps a lot.',
    large: 'It changes everything!',
  },
  only: 'This is the only move.',
  sure: 'With it, winning is almost certain.',
  chances: (best: string, usual: string) => `Chances of winning: about ${best}, and ${usual} with a usual move.`,
  chance: (best: string) => `Chances of winning: about ${best}.`,
};
