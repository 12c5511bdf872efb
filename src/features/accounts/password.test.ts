import { describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './password.ts';

describe('passwords', () => {
  it('are kept as argon2id with the cost that OWASP asks for, salted anew each time', async () => {
    const [first, second] = [await hashPassword('same'), await hashPassword('same')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('match themselves and nothing else', async () => {
    const hash = await hashPassword('Correct ünicode 🚚');
    expect(await passwordMatches(hash, 'Correct ünicode 🚚')).toBe(true);
    for (const wrong of ['', 'correct ünicode 🚚', 'Correct ünicode 🚚 '])
      expect(await passwordMatches(hash, wrong)).toBe(false);
  });

  it('never match where there is no user, not even the one that is compared for the time it takes', async () => {
    expect(await passwordMatches(undefined, 'nobody has this password')).toBe(false);
  });
});
