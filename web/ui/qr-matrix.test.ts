import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qrMatrix } from './qr-matrix.ts';

const drawn = (text: string) =>
  qrMatrix(text)?.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')) ?? [];
const link = `https://api.example.com/crew/#token=wb_production_crewlink_${'Zk3vQ1m8sT5vWcYbN7fRgA0'.repeat(2)}`;

describe('a QR code', () => {
  it('has its finders in three corners and grows with the text', () => {
    const small = drawn('hello');
    expect(small).toHaveLength(21);
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    expect(small.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(small.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
    expect(small.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(drawn(link)).toHaveLength(41);
    expect(qrMatrix('x'.repeat(287))).toHaveLength(65);
    expect(qrMatrix('x'.repeat(288))).toBeNull();
  });

  // These were read back by an independent reader when they were written down.
  it.each([
    ['hello', 'bcb1c127e8a305bb'],
    [link, '5076fd81972e4a7c'],
    ['c'.repeat(150), 'a250b81b591853e9'],
    ['x'.repeat(280), '4dea8fe6399164cd'],
  ])('of a known text is the one that readers understand', (text, digest) => {
    expect(createHash('sha256').update(drawn(text).join('\n')).digest('hex').slice(0, 16)).toBe(digest);
  });
});
