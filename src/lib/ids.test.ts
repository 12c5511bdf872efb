import { describe, expect, it } from 'vitest';
import { ascendingIds, isUuid, randomIds, uuidv7, uuidv7Of } from './ids.ts';

describe('ids', () => {
  it('start with the timestamp, and have version 7 and the right variant', () => {
    const millis = Date.parse('2030-01-31T09:00:00.123Z');
    const id = uuidv7(millis);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(millis);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sort by time and do not repeat', () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => uuidv7(1_900_000_000_000 + index));
    expect([...ids].sort((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    expect(new Set(Array.from({ length: 1_000 }, () => randomIds.next())).size).toBe(1_000);
  });

  it('sort in the order of creation, also within a millisecond and when the clock is set back', () => {
    const begin = 1_900_000_000_000;
    let made = 0;
    const ids = ascendingIds(() => begin - Math.floor(made++ / 5_000));
    const list = Array.from({ length: 20_000 }, () => ids.next());
    expect([...list].sort((a, b) => (a < b ? -1 : 1))).toEqual(list);
    expect(new Set(list).size).toBe(list.length);
    for (const id of list)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are the same for the same time and hash', () => {
    const hash = Buffer.alloc(32, 0xab).toString('base64url');
    const id = uuidv7Of(1_900_000_000_000, hash);
    expect(id.slice(13)).toBe('-7aba-8bab-abababababab');
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(1_900_000_000_000);
    expect(uuidv7Of(1_900_000_000_000, hash)).toBe(id);
    expect(isUuid(id)).toBe(true);
  });

  it.each([
    ['01a1dd91-9083-7ea6-8ea1-26553110e396', true],
    ['01A1DD91-9083-7EA6-8EA1-26553110E396', true],
    ['00000000-0000-0000-0000-000000000000', true],
    ['01a1dd91-9083-7ea6-8ea1-26553110e396\n', false],
    [' 01a1dd91-9083-7ea6-8ea1-26553110e396', false],
    ['{01a1dd91-9083-7ea6-8ea1-26553110e396}', false],
    ['01a1dd9190837ea68ea126553110e396', false],
    ['01a1dd91-9083-7ea6-8ea1-26553110e39g', false],
    ["'; drop table account; --", false],
    ['', false],
  ])('recognizes a UUID: %j', (text, expected) => {
    expect(isUuid(text)).toBe(expected);
  });
});
