import { describe, expect, it } from 'vitest';
import { smsSegments } from './sms-segments.ts';

describe('a text message', () => {
  it('holds 160 characters of the small alphabet, and 153 in each of several parts', () => {
    expect([160, 161, 306, 307].map((length) => smsSegments('a'.repeat(length)))).toEqual([1, 2, 2, 3]);
    expect(smsSegments('€'.repeat(81))).toBe(2);
  });

  it('holds less than half as much once one character is foreign to that alphabet', () => {
    expect([70, 71, 134, 135].map((length) => smsSegments(`á${'a'.repeat(length - 1)}`))).toEqual([
      1, 2, 2, 3,
    ]);
    expect(smsSegments('ñ¿é'.repeat(53))).toBe(1);
  });
});
