/** QR codes (ISO/IEC 18004) of a text's UTF-8 bytes: byte mode, error correction M, versions 1 to 10, the best of the eight masks. */

/** For each version at level M: check bytes a block, and the data bytes of each block. */
const BLOCKS: [check: number, data: number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const LEVEL_M = 0b00;
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** True where the code is dark, row by row, without the quiet zone around it; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, data], index) => capacity(data, index + 1) >= bytes.length);
  if (version === 0) return null;
  const words = interleaved(version, dataWords(bytes, version));
  const masked = Array.from({ length: 8 }, (_, mask) => drawn(version, words, mask));
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

function capacity(data: number[], version: number): number {
  return Math.floor((sum(data) * 8 - 4 - lengthBits(version)) / 8);
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  const size = sum(BLOCKS[version - 1]?.[1] ?? []);
  let bits = BYTE_MODE.toString(2).padStart(4, '0') + bytes.length.toString(2).padStart(lengthBits(version), '0');
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits += '0'.repeat(Math.min(4, size * 8 - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const words = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let i = 0; words.length < size; i += 1) words.push(PADDING[i % 2] as number);
  return words;
}

function interleaved(version: number, words: number[]): number[] {
  const [check, sizes] = BLOCKS[version - 1] as [number, number[]];
  let from = 0;
  const blocks = sizes.map((size) => {
    from += size;
    return words.slice(from - size, from);
  });
  const checks = blocks.map((block) => checkWords(block, check));
  return [...columns(blocks), ...columns(checks)];
}

function columns(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, i) =>
    blocks.flatMap((block) => (i < block.length ? [block[i] as number] : [])),
  ).flat();
}

const POWERS = new Array<number>(512);
const LOGS = new Array<number>(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  POWERS[i] = POWERS[i + 255] = x;
  LOGS[x] = i;
  x = x & 0x80 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (POWERS[(LOGS[a] as number) + (LOGS[b] as number)] as number);

/** Reed-Solomon: the remainder of the block by the generator with roots 2^0 to 2^(count-1). */
export function checkWords(block: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...generator, 0];
    for (let j = 0; j < generator.length; j += 1)
      next[j + 1] = (next[j + 1] as number) ^ times(generator[j] as number, POWERS[i] as number);
    generator = next;
  }
  const rest = [...block, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < block.length; i += 1) {
    const lead = rest[i] as number;
    for (let j = 0; j < generator.length; j += 1) rest[i + j] = (rest[i + j] as number) ^ times(generator[j] as number, lead);
  }
  return rest.slice(block.length);
}

type Grid = (boolean | null)[][];

const MASKS: ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

function drawn(version: number, words: number[], mask: number): boolean[][] {
  const grid = patterns(version, mask);
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, i) => ((word >> (7 - i)) & 1) === 1));
  let next = 0;
  for (const [y, x] of snake(grid.length)) {
    if (grid[y]?.[x] !== null) continue;
    const bit = bits[next] ?? false;
    next += 1;
    (grid[y] as Grid[number])[x] = bit !== (MASKS[mask] as (typeof MASKS)[number])(y, x);
  }
  return grid as boolean[][];
}

/** The order in which data fills the code: pairs of columns from the right, up and down in turn, around the timing column. */
function* snake(size: number): Generator<[number, number]> {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      yield [y, right];
      yield [y, right - 1];
    }
    up = !up;
  }
}

function patterns(version: number, mask: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (y: number, x: number, dark: boolean) => {
    if (y >= 0 && x >= 0 && y < size && x < size) (grid[y] as Grid[number])[x] = dark;
  };
  const ring = (cy: number, cx: number, reach: number, dark: (far: number) => boolean) => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) set(cy + y, cx + x, dark(Math.max(Math.abs(y), Math.abs(x))));
  };
  for (let i = 8; i < size - 8; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const marks = alignments(version);
  for (const y of marks)
    for (const x of marks) {
      const inFinder = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
      if (!inFinder) ring(y, x, 2, (far) => far !== 1);
    }
  for (const [y, x] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    ring(y, x, 4, (far) => far !== 2 && far !== 4);
  format(set, size, mask);
  if (version >= 7) versionBits(set, size, version);
  return grid;
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const last = 10 + 4 * version;
  if (version < 7) return [6, last];
  return [6, 2 * Math.round((last + 6) / 4), last];
}

type Set = (y: number, x: number, dark: boolean) => void;

function remainder(value: number, bits: number, generator: number): number {
  let rest = value << bits;
  for (let i = 31 - bits; i >= 0; i -= 1) if ((rest >> (i + bits)) & 1) rest ^= generator << i;
  return rest;
}

function format(set: Set, size: number, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  const bit = (i: number) => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 15; i += 1) {
    if (i < 6) set(i, 8, bit(i));
    else if (i < 8) set(i + 1, 8, bit(i));
    else if (i === 8) set(8, 7, bit(i));
    else set(8, 14 - i, bit(i));
    if (i < 8) set(8, size - 1 - i, bit(i));
    else set(size - 15 + i, 8, bit(i));
  }
  set(size - 8, 8, true);
}

function versionBits(set: Set, size: number, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const dark = ((bits >> i) & 1) === 1;
    set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    set(size - 11 + (i % 3), Math.floor(i / 3), dark);
  }
}

/** How hard a code is to read, by the standard's four counts. */
export function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const turned = grid.map((row, y) => row.map((_, x) => (grid[x] as boolean[])[y] as boolean));
  let total = 0;
  for (const row of [...grid, ...turned]) {
    const text = row.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/(.)\1{4,}/g) ?? []) total += run.length - 2;
    for (let i = 0; i + 11 <= size; i += 1) {
      const seen = text.slice(i, i + 11);
      if (seen === '10111010000' || seen === '00001011101') total += 40;
    }
  }
  for (let y = 0; y + 1 < size; y += 1)
    for (let x = 0; x + 1 < size; x += 1) {
      const dark = grid[y]?.[x];
      if (dark === grid[y]?.[x + 1] && dark === grid[y + 1]?.[x] && dark === grid[y + 1]?.[x + 1]) total += 3;
    }
  const dark = grid.flat().filter(Boolean).length;
  return total + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}
