import { expect, test } from 'vitest';
import { checkWords, penalty, qr } from './qr.ts';

/** Rows as numbers in base 36, to be compared with codes made by another encoder. */
const rows = (grid: boolean[][]) => grid.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(36)).join();

const KNOWN: [text: string, version: number, rows: string][] = [
  ['Escale', 1, '18nzz,mwjl,wqxp,wspp,wrj1,mxxd,18prz,64g,xe2k,14bon,zjq2,4x1a,lh8y,4pw,18mlm,myfh,wr2a,wr3o,wtqk,mw4s,18p76'],
  [
    'é✨ café',
    1,
    '18m7z,mvk1,wrx9,wrq5,wr4t,mxc1,18prz,5j4,xdh8,13e41,4sjx,o2or,13qe8,5v8,18nk3,myn7,ws31,wth4,wtlw,mwrk,18os2',
  ],
  [
    'http://localhost:8801/j/abcdefgh',
    3,
    '8thnr3,4iwgg1,6h5s9p,6h8a59,6hc8d9,4jizwh,8tz2pr,1569s,6ll4zg,1zeeb5,6dgrm8,4r7542,y493g,658qut,35i8hg,8dz5n6,2qvh8k,8sihrx,5rqbos,6exoia,63g8vr,121wf,8t9lr0,4j2k2i,6gwo3a,6h5c0f,6gvx4i,4it2cq,8tvbfo',
  ],
  [
    'z'.repeat(130),
    8,
    '5i8r2suhrz,2ttevvd0ld,41cl8xw8d9,418d5x476l,41pks4dt25,2tpg6phr29,5iicojrr7j,84anxczk,3oqdxm8aoi,38i82jdzjx,27sr1e3ddv,m8r3dpeqb,2ukxeii1iw,26zn08fepp,391uu4gebn,3h0u1vmzf7,3oo7foxsfs,160eaklvst,hnewztpc3,3jyjck24z,zyse4ep14,2iut4yw7jx,ovxkumjg3,3nelzvbf9v,41omumjbyw,6wfikqw4d,2f8lldvr3n,4rz91yvn8z,41fekiafxk,ahqaw13nx,38z06d6pc3,499ahsv8mr,3969yjfns9,382npx8ekt,nkk9czfsz,4v7lwii8hf,14fnwf8izs,4f364krzkd,1ikgpgn4jn,2g2erf9htf,4wzlukskc8,qhix4pi5,5i6hdwkeoj,2thuuohgr7,41go7uzlyw,41a1e9z4da,41ksh4d6pc,2tes4zc08i,5ih7ffn4az',
  ],
];

test.each(KNOWN)('the code of %j, version %d', (text, version, known) => {
  const grid = qr(text) ?? [];
  expect(grid).toHaveLength(17 + 4 * version);
  expect(rows(grid)).toBe(known);
});

test('check words of the standard’s worked example', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(checkWords(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('as much as fits, and no more', () => {
  expect(qr('x'.repeat(14))).toHaveLength(21);
  expect(qr('x'.repeat(15))).toHaveLength(25);
  expect(qr('x'.repeat(213))).toHaveLength(57);
  expect(qr('x'.repeat(214))).toBeNull();
});

test('a plain square is hard to read', () => {
  const dark = Array.from({ length: 21 }, () => new Array<boolean>(21).fill(true));
  expect(penalty(dark)).toBe(2 * 21 * 19 + 20 * 20 * 3 + 100);
});
