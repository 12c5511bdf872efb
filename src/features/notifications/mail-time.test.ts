// Unit tests of times in e-mails.
import { expect, test } from 'vitest';
import { formatLifetime } from './mail-time.ts';

test.each([
  ['en', 900, '15 minutes'],
  ['en', 86_400, '1 day'],
  ['es', 259_200, '3 días'],
  ['es', 5_400, '90 minutos'],
] as const)('writes a lifetime in %s: %i seconds', (language, seconds, expected) => {
  expect(formatLifetime(language, seconds)).toBe(expected);
});
