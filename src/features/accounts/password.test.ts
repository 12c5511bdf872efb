import { describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './password.ts';

describe('passwordMatches and hashPassword', () => {
  it('hashes with argon2id at the cost that OWASP recommends and a new salt each time', async () => {
    const [first, second] = [await hashPassword('same'), await hashPassword('same')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('accepts exactly the hashed password', async () => {
    const hash = await hashPassword('Correct ünicode 🚚');
    expect(await passwordMatches(hash, 'Correct ünicode 🚚')).toBe(true);
    for (const wrong of ['', 'correct ünicode 🚚', 'Correct ünicode 🚚 '])
      expect(await passwordMatches(hash, wrong)).toBe(false);
  });

  it('never matches without a user, not even for the decoy password', async () => {
    expect(await passwordMatches(undefined, 'decoy password')).toBe(false);
  });
});
