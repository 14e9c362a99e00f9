/**
 * Every picture of the game, cut from paper: pieces one over the other, each a letter for its paper and a path on a square from
 * -20 to 20. A small letter: with an ink line around it; a capital: without; `_` ink lines only, `=` the same but thick.
 */

export const PAPERS: Record<string, string> = {
  w: '#fff8e6',
  y: '#ffd35a',
  o: '#f08b3a',
  r: '#d94a3d',
  p: '#f3a79c',
  g: '#74a850',
  e: '#3f7f58',
  n: '#8f5f3e',
  t: '#dfbd8c',
  s: '#f2c8a0',
  b: '#5b86d4',
  v: '#9a78c2',
  a: '#b4bace',
  d: '#55567a',
  m: '#84708f',
  k: '#1c1a33',
};

/** A body of curls, then the legs under it and the head; what tells the three coats apart is laid over it. */
const sheep = (coat: string, over: string) =>
  `kM-10 8V17H-6V8ZM3 8V17H7V8Z ${coat}M-12 10Q-18 11-18 5Q-22 0-17-4Q-17-11-10-10Q-6-16 0-12Q7-15 9-9Q15-7 13-1Q16 6 10 8Q5 13 0 10Q-6 14-12 10Z ${over}`;
const HEAD = 'M9-8Q19-8 19-1Q19 7 14 8Q9 8 8 0Q7-4 9-8Z';

/** Head and shoulders: a coat, a face. */
const bust = (coat: string, face: string) => `${coat}M-14 20Q-14 8-5 7H5Q14 8 14 20Z ${face}M-8-4Q-8-11 0-11T8-4Q8 8 0 9T-8-4Z`;
const EYES = '=M-3.5-2V-1M3.5-2V-1';
/** The three men of business: alike but for what is on their hats and ties. */
const business = (cloth: string, over: string) =>
  `${bust('d', 's')} wM-5 7L0 14L5 7Z ${cloth}M-2 10H2L3 19H-3Z ${cloth}M-8-8Q-8-19 0-19T8-8Z kM-12-8H12V-6H-12Z ${over} ${EYES} kM-5 4Q0 0 5 4Q0 6-5 4Z`;

export const ELEMENTS: Record<string, string> = {
  // Baobab: a swollen trunk, few branches, flat crowns.
  b: 'nM-12 19Q-6 15-7 6Q-8 0-15-6L-11-9L-4-3L-3-11H3L4-3L11-9L15-6Q8 0 7 6Q6 15 12 19Q6 17 4 19Q0 16-4 19Q-6 17-12 19Z gM-20-7Q-20-14-13-14T-6-7ZM6-7Q6-14 13-14T20-7Z eM-9-10Q-9-19 0-19T9-10Z _M-2 2Q-3 8-2 13M3 5V10',
  // Volcano.
  v: 'wM0-4Q-8-6-5-11Q-8-17-1-18Q3-21 6-17Q12-15 8-10Q9-5 0-4Z mM-19 18L-7-3Q0 1 7-3L19 18Z rM-7-3Q0 1 7-3L9 1L6 5L3 2L0 10L-3 3L-6 5L-9 1Z',
  // Sunset: half a sun, and its light on the water.
  s: 'yM-3-9L0-19L3-9ZM-10-6L-16-13L-6-9ZM10-6L16-13L6-9ZM-12 1L-20-2L-11-4ZM12 1L20-2L11-4Z oM-11 5A11 11 0 0 1 11 5Z rM-18 5H18V9H-18Z pM-12 12H12V15H-12Z rM-6 17H6V19H-6Z',
  // Rose.
  r: 'eM-1.5 0H1.5V19H-1.5Z gM1 13Q4 5 13 6Q12 14 1 14ZM-1 17Q-4 10-12 11Q-10 18-1 18Z rM-10-13Q-13 2 0 3T10-13Q6-13 5-15Q0-21-5-15Q-6-13-10-13Z _M-10-13Q-3-12-1-4Q4-11 10-13M-5-15Q-2-8 4-10',
  // Lamppost.
  l: 'YM-16-9A16 11 0 0 1 16-9A16 11 0 0 1-16-9Z dM-6 19V16H-2V-2H2V16H6V19Z yM-6-2L-8-13H8L6-2Z dM-9-13L0-19L9-13Z _M0-13V-2M-5 4H5',
  // Box: a parcel with air holes, tied with string.
  c: 'tM-17-5L0 2V19L-17 11Z nM17-5L0 2V19L17 11Z wM-17-5L0-12L17-5L0 2Z KM-14 4a2 2.8 0 1 0 4 0a2 2.8 0 1 0-4 0ZM-7 10a2 2.8 0 1 0 4 0a2 2.8 0 1 0-4 0Z rM8-1.5L11-2.5V13.5L8 15ZM-9-8.5L-6-10L11-2.5L8-1.5Z rM-1-6Q-9-9-8-14Q-3-15-1-6Q1-17 7-15Q8-9-1-6Z',
  // Star, folded.
  '*': 'yM0-19L5.5-6.5L19-5.5L9 3.5L12 17L0 10L-12 17L-9 3.5L-19-5.5L-5.5-6.5Z OM0 0L0-19L5.5-6.5ZM0 0L19-5.5L9 3.5ZM0 0L12 17L0 10ZM0 0L-12 17L-9 3.5ZM0 0L-19-5.5L-5.5-6.5Z',
  // Fox.
  F: 'oM-17-18Q-9-16-5-10H5Q9-16 17-18Q20-4 13 4L3 16Q0 19-3 16L-13 4Q-20-4-17-18Z WM-16 0Q-7-2-2 9L2 9Q7-2 16 0L3 15.5Q0 18-3 15.5Z kM-4 13Q0 10 4 13L0 17.5Z KM-14-13L-9-9L-13-6ZM14-13L9-9L13-6Z =M-7-2V0M7-2V0',
  // Elephant, from the side.
  E: 'aM-18 17V3Q-19-11-5-12Q2-17 10-12Q18-8 17 2V8Q17 12 20 10L19 15Q11 18 11 9V6Q8 9 5 8V17H-1V10H-10V17Z wM10 5Q11 12 5 13Q8 10 7 5Z dM2-11Q-7-9-5 0Q-2 7 4 3Q8-4 2-11Z =M11-6V-5 _M-18 4L-20 9',
  // Snake.
  S: 'eM-19 15Q-12 10-6 14Q4 19 7 14Q8 10-3 8Q-17 5-14-4Q-11-11 1-9Q2-18 10-18Q19-17 17-10Q15-4 6-5Q-4-7-6-2Q-6 1 3 2Q18 5 15 14Q11 22-4 19Q-12 16-19 15Z yM-9-8L-6-3L-11 1L-14-4ZM-5 2L-1 2.5L-4 8L-8 7ZM8 4L13 7L8 11L5 10ZM3 16L8 12.5L12 18L6 20ZM-7 14L-2 15.5L-4 19L-9 17.5Z _M17-9L20-6M17-10L21-10 =M11-13V-12',
  // Sheep: white with curls, beige and hatched with a bell, brown and dotted with horns.
  W: sheep(
    'w',
    `dM9-8Q19-8 19-1Q19 7 14 8Q9 8 8 0Q7-4 9-8Z wM7-7Q9-14 15-10Q19-7 13-6Z _M-13 1Q-12-4-9-1Q-10 3-11 1M-3-5Q-1-9 1-6Q1-2-1-4M-4 6Q-2 2 0 5Q-1 9-2 7 WM12-2h2v2h-2Z`,
  ),
  G: sheep('t', `_M-18-1L-7-10M-19 4L-1-12M-15 8L4-12M-9 9L8-9M-2 9L8-1 w${HEAD} =M14-3V-2 yM8 9Q11 5 14 9L15 13H7Z`),
  B: sheep(
    'n',
    `KM-14-4h3v3h-3ZM-8 1h3v3h-3ZM-6-8h3v3h-3ZM0-3h3v3h-3ZM-14 4h3v3h-3ZM-1 4h3v3h-3Z d${HEAD} yM8-2Q2-5 4-11Q8-16 13-13Q17-9 13-7Q9-7 10-9Q6-7 8-2Z =M15-1V0`,
  ),
  // A tile face down.
  d: 'nM-17-17H17V17H-17Z tM-3 17Q-5 4 1-2T-3-17H1Q4-8 4-4Q9-8 12-13L14-11Q11-2 3 3Q0 8 1 17ZM-4 9Q-12 4-13-5L-10-6Q-9 1-3 5Z',
};

export const CHARACTERS: Record<string, string> = {
  // The vain man: plumes, a ruff, a moustache and a mirror.
  vain: `bM-6-12Q-18-14-16-20Q-4-20-1-12Z vM-2-13Q-4-22 4-21Q10-18 3-12Z ${bust('v', 's')} wM-12 8L-8 5L-4 8L0 5L4 8L8 5L12 8L8 12L4 10L0 13L-4 10L-8 12Z rM-10-8H10Q8-14 0-14T-10-8Z ${EYES} kM0 2Q-3 5-9 1Q-5 8 0 4Q5 8 9 1Q3 5 0 2Z nM15 12H17V20H15Z aM11 6A5 6 0 1 1 21 6A5 6 0 1 1 11 6Z`,
  // The geographer: a great book of maps, spectacles, a beard and a beret.
  geographer: `${bust('e', 's')} wM-8 0Q-9 14 0 15Q9 14 8 0Q4 5 0 4T-8 0Z nM-10-7Q-13-15-3-16Q12-16 10-7Z wM-7-4H-1V1H-7ZM1-4H7V1H1Z KM-5-2h2v2h-2ZM3-2h2v2h-2Z _M-1-2H1M-3 7L-2 11M3 7L2 11 tM-18 11L-1 14V20L-18 18ZM18 11L1 14V20L18 18Z _M-15 15L-9 14L-5 17M5 17L8 14L15 15`,
  // The astronomer: hair in a knot, an eye at a long telescope.
  astronomer: `kM-11-12A5 5 0 1 1-3-14A5 5 0 1 1-11-12Z ${bust('b', 'n')} kM-9 3Q-12-13 0-13Q8-13 8-6Q0-7-4-9Q-7-3-9 3Z tM1-3L13-15L18-10L6 2Z nM12-18L21-9L18-7L10-15Z =M-4-2V-1 _M-4 4Q-1 7 3 5M2 20L9 4`,
  // The king: a tall crown, a round beard, a collar of ermine.
  king: `${bust('r', 's')} wM-13 12Q-8 5 0 6T13 12L11 17Q0 11-11 17Z wM-8-3Q-10 14 0 14T8-3Q4 3 0 2T-8-3Z yM-10-7L-11-19L-5-14L0-21L5-14L11-19L10-7Z RM-2-13L0-16L2-13L0-10Z ${EYES} _M-2 7H2 KM-9 11h2v2h-2ZM7 11h2v2h-2Z`,
  // The lamplighter: a flat cap, and a flame on a long pole.
  lamplighter: `${bust('o', 't')} dM-9-6Q-11-15 0-15Q8-15 9-9L14-6Q10-4-9-6Z nM15 20V-8H18V20Z yM13-8Q8-15 16-21Q16-17 20-14Q22-9 20-8Z rM-9 9Q0 6 9 9V13Q0 10-9 13Z ${EYES} _M-2 5Q1 7 4 4`,
  // The hunter: a hat with a feather, a beard of three days, a round horn.
  hunter: `wM5-12Q7-22 16-20Q13-12 7-10Z ${bust('g', 's')} TM-8 0Q-4 5 0 3Q4 5 8 0Q7 9 0 9T-8 0Z eM-14-7Q-6-9-6-16H5Q7-9 14-7Q0-3-14-7Z ${EYES} _M-2 5H2 _M-9 8L8 19 yM-10 10Q-5 15 5 12L12 7L15 18L8 16Q-6 21-12 11Z`,
  // The drunkard: a red nose, a crooked hat, a bottle.
  drunkard: `${bust('n', 's')} dM-11-4L-9-7L-8-16L4-19L7-10L11-10L11-8Z rM-3 0A3 3 0 1 1 3 0A3 3 0 1 1-3 0Z _M-6-3L-2-2M6-3L2-2M-3 6Q0 4 3 6 gM10 20V9L13 6V0H17V6L20 9V20Z wM10 12H20V17H10Z`,
  white: business('w', '_M-5-12Q-3-16-1-13M2-12Q4-16 6-13'),
  beige: business('t', '_M-7-10L-1-18M-3-9L4-17M2-9L7-14'),
  brown: business('n', 'WM-5-12h2v2h-2ZM-1-16h2v2h-2ZM3-12h2v2h-2ZM-1-11h2v2h-2Z'),
  // The gardener: a wide hat of straw, a watering can.
  gardener: `${bust('b', 'n')} yM-19-6Q-8-9-7-16Q0-19 7-16Q8-9 19-6Q0-2-19-6Z rM-8-10Q0-7 8-10L8-8Q0-5-8-8Z =M-3.5 0V1M3.5 0V1 _M-3 5Q0 8 3 5 eM-2 12H12V20H-2Z eM-2 17L-13 9L-16 12L-2 20Z _M1 12Q5 5 9 12 bM-17 15L-15 19H-19Z`,
  // The Turkish astronomer: a fez, a moustache, a paper with the moon.
  turk: `${bust('r', 't')} rM-7-8L-6-19H6L7-8Z _M0-19L9-18V-11 kM8-12H10V-8H8Z ${EYES} kM0 2Q-6 0-9 4Q-4 6 0 4Q4 6 9 4Q6 0 0 2Z wM-4 10H16V20H-4Z dM9 12A4 4 0 1 0 9 19A5 5 0 0 1 9 12Z _M1 13V15M0 14H2`,
  // The little prince: dark curls, a crown of paper, a star on a string.
  prince: `nM-10 4Q-15-2-11-7Q-10-14-3-13Q5-16 9-10Q14-7 11-1Q13 4 9 6Z eM-12 20Q-12 10-4 8H4Q12 10 12 20Z sM-8-2Q-8-9 0-9T8-2Q8 8 0 9T-8-2Z wM-7-8L-9-17L-3-13L0-19L3-13L9-17L7-8Z nM-8-3Q-8-9-3-8Q0-4 4-8Q8-7 8-3Q5-6 3-4Q0-8-4-4Q-7-6-8-3Z =M-3.5 0V1M3.5 0V1 _M-2 5Q0 7 2 5M10 20Q18 12 16-6 yM16-20L18-15L22-14L19-11L20-6L16-9L12-6L13-11L10-14L14-15Z`,
};
