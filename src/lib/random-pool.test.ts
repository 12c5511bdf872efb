// Tests that pooled random bytes are fresh, also across refills.
import { describe, expect, it } from 'vitest';
import { pooledRandomBytes } from './random-pool.ts';

describe('pooled random bytes', () => {
  it('are never handed out twice, and do not change later', () => {
    const all = Array.from({ length: 2_000 }, () => pooledRandomBytes(16));
    const texts = all.map((bytes) => bytes.toString('hex'));
    expect(texts.every((text) => text.length === 32)).toBe(true);
    expect(new Set(texts).size).toBe(2_000);
    pooledRandomBytes(4_096);
    expect(all.map((bytes) => bytes.toString('hex'))).toEqual(texts);
  });
});
