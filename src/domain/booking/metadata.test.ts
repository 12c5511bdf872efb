import { describe, expect, it } from 'vitest';
import { checkedMetadata, mergeMetadata } from './metadata.ts';

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
const tooMuch = expect.objectContaining({ code: 'invalid_parameter', param: 'metadata' });

describe('metadata', () => {
  it('changes only in the keys that are given', () => {
    expect(mergeMetadata({ a: 1, b: { deep: true } }, { b: 2, c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
    expect(mergeMetadata(null, { a: 1 })).toEqual({ a: 1 });
  });

  it('removes a key that is given as null, and keeps stored nulls', () => {
    expect(mergeMetadata({ a: 1, b: null }, { a: null, gone: null })).toEqual({ b: null });
  });

  it('stays unchanged if nothing is given', () => {
    expect(mergeMetadata(null, {})).toBeNull();
    expect(mergeMetadata({}, { gone: null })).toEqual({});
  });

  it('treats __proto__ like any other key', () => {
    const given = JSON.parse('{"__proto__":{"x":1}}') as Record<string, unknown>;
    expect(JSON.stringify(mergeMetadata({ a: 1 }, given))).toBe('{"a":1,"__proto__":{"x":1}}');
  });

  it('allows 50 keys after the merge, not 51', () => {
    expect(() => mergeMetadata(keys(49), { last: 1 })).not.toThrow();
    expect(() => mergeMetadata(keys(50), { last: 1 })).toThrow(tooMuch);
    expect(() => mergeMetadata(keys(50), { last: 1, k0: null })).not.toThrow();
  });

  it('allows 16 KB of UTF-8 JSON after the merge, not one byte more', () => {
    const held = { a: 'é'.repeat(8_000) };
    const room = 16 * 1024 - JSON.stringify({ ...held, b: '' }).length - 8_000;
    expect(() => mergeMetadata(held, { b: 'x'.repeat(room) })).not.toThrow();
    expect(() => mergeMetadata(held, { b: 'x'.repeat(room + 1) })).toThrow(tooMuch);
    expect(() => checkedMetadata({ a: 'é'.repeat(8_200) })).toThrow(tooMuch);
  });
});
