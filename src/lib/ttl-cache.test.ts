import { describe, expect, it, vi } from 'vitest';
import { BriefMemory } from './ttl-cache.ts';

describe('what is remembered for a short while', () => {
  const memory = (lifetimeMillis: number) =>
    new BriefMemory<Buffer>({
      lifetimeMillis,
      tidyEveryMillis: 5,
      maxBytes: 10,
      bytesOf: ({ length }) => length,
    });

  it('is given to whoever asks in time', () => {
    const brief = memory(60_000);
    const value = Buffer.from('abc');
    brief.set('a', value);
    expect(brief.get('a')).toBe(value);
    expect(brief.get('b')).toBeUndefined();
  });

  it('is gone afterwards, though nobody asks for it again', async () => {
    const brief = memory(10);
    brief.set('a', Buffer.from('abc'));
    expect(brief.size).toBe(1);
    await vi.waitFor(() => expect(brief.size).toBe(0), { timeout: 30_000 });
    brief.set('b', Buffer.from('abc'));
    await vi.waitFor(() => expect(brief.size).toBe(0), { timeout: 30_000 });
  });

  it('makes room for what is newer', () => {
    const brief = memory(60_000);
    for (const key of ['a', 'b', 'c']) brief.set(key, Buffer.from('abcd'));
    expect(brief.get('a')).toBeUndefined();
    expect(brief.size).toBe(2);
  });
});
