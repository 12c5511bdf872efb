import { describe, expect, it } from 'vitest';
import { environmentOf, hashToken, mintToken } from './opaque-token.ts';

describe('opaque tokens', () => {
  it('have 256 random bits after a prefix', () => {
    const tokens = Array.from({ length: 100 }, () => mintToken('wb_sandbox_at'));
    for (const token of tokens) expect(token).toMatch(/^wb_sandbox_at_[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(100);
  });

  it('are stored as a hash of the whole text', () => {
    expect(hashToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(hashToken('wb_sandbox_at_x').equals(hashToken('wb_production_at_x'))).toBe(false);
  });

  it('identify the environment that issued them', () => {
    expect(environmentOf(mintToken('wb_sandbox_at'))).toBe('sandbox');
    expect(environmentOf('wb_production_client_abc')).toBe('production');
    for (const text of ['', 'wb_', 'wb_staging_at_x', 'x wb_sandbox_at_x'])
      expect(environmentOf(text)).toBeNull();
  });
});
