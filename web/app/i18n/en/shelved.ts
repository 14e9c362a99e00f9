/** What is told of a table whose version the server doesn't have; not among the texts that every page brings, as few ever read it. */

export const shelved = {
  title: 'This game has to wait',
  overTitle: 'This game can’t be shown here',
  text: (game: string) =>
    `It is played by another version of ${game} than the one that this library has. Nothing is lost: once the library has that version, the game goes on from where it is.`,
  overText: (game: string) =>
    `It was played by another version of ${game} than the one that this library has. Nothing is lost: you can save it as a file, and look at it wherever that version is.`,
  end: 'End the game',
  endSure: 'End it for everybody? Press again.',
  endHint: 'If you don’t want to wait: once it has ended, you can save it as a file.',
};

export type Shelved = typeof shelved;
