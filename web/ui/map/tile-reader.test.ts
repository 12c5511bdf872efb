// Unit tests of the tile reader; test/api/map-tiles.test.ts compares it with a library, on tiles of the server.
import { expect, test } from 'vitest';
import { readTile } from './tile-reader.ts';

/** One layer "a" with a point at 1, 1 that has the property k: -3. */
const layer = [
  [0x0a, 1, 0x61],
  [0x12, 11, 0x12, 2, 0, 0, 0x18, 1, 0x22, 3, 9, 2, 2],
  [0x1a, 1, 0x6b],
  [0x22, 2, 0x30, 5],
  [0x28, 0x80, 0x20],
].flat();
const tile = Uint8Array.of(0x1a, layer.length, ...layer);

test('reads names, properties and points of a layer', () => {
  expect(readTile(tile)).toEqual([
    { name: 'a', extent: 4_096, features: [{ type: 1, properties: { k: -3 }, lines: [[{ x: 1, y: 1 }]] }] },
  ]);
  expect(readTile(new Uint8Array())).toEqual([]);
});

test('refuses a damaged tile', () => {
  expect(() => readTile(tile.slice(0, -3))).toThrow('damaged');
  expect(() => readTile(new TextEncoder().encode('damaged'))).toThrow('damaged');
});
