// A QR code of a text, as rows of dark and light: byte mode, error correction level M, versions 1 to 12, which holds 287 bytes.
// The names are those of ISO/IEC 18004.

const TOTAL_CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346, 404, 466];
const CHECKS_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8];
/** Level M in the format bits. */
const LEVEL_BITS = 0;

type Matrix = boolean[][];

/** null: the text is too long. */
export function qrMatrix(text: string): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    TOTAL_CODEWORDS.findIndex(
      (_, index) => bytes.length + headerBytes(index + 1) <= dataCodewords(index + 1),
    ) + 1;
  if (version === 0) return null;
  const codewords = interleave(encode(bytes, version), version);
  const masked = Array.from({ length: 8 }, (_, mask) => draw(version, codewords, mask));
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

const countBits = (version: number) => (version < 10 ? 8 : 16);
const headerBytes = (version: number) => Math.ceil((4 + countBits(version)) / 8);
const checksOf = (version: number) => CHECKS_PER_BLOCK[version - 1] ?? 0;
const blocksOf = (version: number) => BLOCKS[version - 1] ?? 1;
const totalOf = (version: number) => TOTAL_CODEWORDS[version - 1] ?? 0;
const dataCodewords = (version: number) => totalOf(version) - checksOf(version) * blocksOf(version);

function encode(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, countBits(version));
  for (const byte of bytes) push(byte, 8);
  const capacity = dataCodewords(version) * 8;
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: capacity / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/** Blocks with their checks, byte by byte in turn. */
function interleave(data: readonly number[], version: number): number[] {
  const count = blocksOf(version);
  const shortLength = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = data.slice(from, from + shortLength + (index < shortCount ? 0 : 1));
    from += block.length;
    return block;
  });
  const divisor = generator(checksOf(version));
  const checks = blocks.map((block) => remainder(block, divisor));
  const inTurn = (parts: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, index) =>
      parts.flatMap((part) => part[index] ?? []),
    ).flat();
  return [...inTurn(blocks), ...inTurn(checks)];
}

/** In the field of 256 elements that the standard names. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  let root = 1;
  let result = [...new Array<number>(degree - 1).fill(0), 1];
  for (let step = 0; step < degree; step += 1) {
    result = result.map((value, index) => multiply(value, root) ^ (result[index + 1] ?? 0));
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result[0] ?? 0);
    result = divisor.map((value, index) => (result[index + 1] ?? 0) ^ multiply(value, factor));
  }
  return result;
}

function draw(version: number, codewords: readonly number[], mask: number): Matrix {
  const size = version * 4 + 17;
  const dark: Matrix = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const isFixed: Matrix = dark.map((row) => [...row]);
  const set = (x: number, y: number, value: boolean) => {
    const [row, fixedRow] = [dark[y], isFixed[y]];
    if (!row || !fixedRow || x < 0 || x >= size) return;
    row[x] = value;
    fixedRow[x] = true;
  };
  drawPatterns(version, size, set, isFixed);
  drawFormat(size, mask, set);
  fillData(dark, isFixed, codewords, mask);
  return dark;
}

type Setter = (x: number, y: number, value: boolean) => void;

function drawPatterns(version: number, size: number, set: Setter, isFixed: Matrix): void {
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [centreX, centreY] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(centreX, centreY, 4, (distance) => distance !== 2 && distance !== 4, set);
  const places = alignmentPlaces(version, size);
  for (const x of places)
    for (const y of places)
      if (!isFixed[y]?.[x] || isTimingOnly(x, y, size)) ring(x, y, 2, (distance) => distance !== 1, set);
  if (version < 7) return;
  const bits = withChecks(version, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const value = ((bits >>> index) & 1) === 1;
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
    set(a, b, value);
    set(b, a, value);
  }
}

/** Alignment lies over the timing lines, but never over a finder. */
function isTimingOnly(x: number, y: number, size: number): boolean {
  const isNearFinder = (x <= 8 && y <= 8) || (x >= size - 9 && y <= 8) || (x <= 8 && y >= size - 9);
  return (x === 6 || y === 6) && !isNearFinder;
}

function ring(
  centreX: number,
  centreY: number,
  radius: number,
  isDark: (distance: number) => boolean,
  set: Setter,
): void {
  for (let dy = -radius; dy <= radius; dy += 1)
    for (let dx = -radius; dx <= radius; dx += 1)
      if (centreY + dy >= 0) set(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()];
}

/** A value followed by the remainder of its division, as format and version are written. */
function withChecks(value: number, checkBits: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < checkBits; step += 1) rest = (rest << 1) ^ ((rest >>> (checkBits - 1)) * divisor);
  return (value << checkBits) | rest;
}

function drawFormat(size: number, mask: number, set: Setter): void {
  const bits = withChecks((LEVEL_BITS << 3) | mask, 10, 0x537) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    const along = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const across = index < 8 ? size - 1 - index : index < 9 ? 15 - index : 14 - index;
    set(8, along, bit(index));
    set(across, 8, bit(index));
  }
  set(8, size - 8, true);
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Up and down in pairs of columns from the right, past what is fixed. */
function fillData(dark: Matrix, isFixed: Matrix, codewords: readonly number[], mask: number): void {
  const size = dark.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (!row || isFixed[y]?.[x]) continue;
        const bit = ((codewords[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
        row[x] = (bit === 1) !== (masks[mask]?.(x, y) ?? false);
        at += 1;
      }
    }
  }
}

/** How hard it is to read: long runs and blocks of one colour, what looks like a finder, and an uneven balance. */
function penalty(dark: Matrix): number {
  const size = dark.length;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x] ?? false))];
  const texts = lines.map((line) => line.map((value) => (value ? '1' : '0')).join(''));
  let score = 0;
  for (const text of texts) {
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) score += run.length - 2;
    for (const shape of ['10111010000', '00001011101'])
      for (let from = text.indexOf(shape); from !== -1; from = text.indexOf(shape, from + 1)) score += 40;
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const value = dark[y]?.[x];
      if (value === dark[y]?.[x - 1] && value === dark[y - 1]?.[x] && value === dark[y - 1]?.[x - 1])
        score += 3;
    }
  const darkShare = dark.flat().filter(Boolean).length / size ** 2;
  return score + Math.floor(Math.abs(darkShare * 20 - 10)) * 10;
}
