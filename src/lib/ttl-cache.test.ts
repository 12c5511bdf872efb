import { describe, expect, it, vi } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

describe('a TTL cache', () => {
  const createCache = (lifetimeMillis: number) =>
    new TtlCache<Buffer>({
      lifetimeMillis,
      purgeIntervalMillis: 5,
      maxBytes: 10,
      bytesOf: ({ length }) => length,
    });

  it('returns an entry before it expires', () => {
    const cache = createCache(60_000);
    const value = Buffer.from('abc');
    cache.set('a', value);
    expect(cache.get('a')).toBe(value);
    expect(cache.get('b')).toBeUndefined();
  });

  it('purges expired entries without access', async () => {
    const cache = createCache(10);
    cache.set('a', Buffer.from('abc'));
    expect(cache.size).toBe(1);
    await vi.waitFor(() => expect(cache.size).toBe(0), { timeout: 30_000 });
    cache.set('b', Buffer.from('abc'));
    await vi.waitFor(() => expect(cache.size).toBe(0), { timeout: 30_000 });
  });

  it('evicts the oldest entry when it is full', () => {
    const cache = createCache(60_000);
    for (const key of ['a', 'b', 'c']) cache.set(key, Buffer.from('abcd'));
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(2);
  });
});
