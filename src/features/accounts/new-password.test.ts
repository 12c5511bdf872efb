import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from './new-password.ts';

const own = ['dana.reyes@example.com', 'Dana Reyes', 'Acme Furniture'];
const refusalOf = (password: string) =>
  requireGoodPassword(password, own).then(
    () => null,
    (error: { code: string; param: string; message: string }) => error,
  );

describe('a new password', () => {
  it.each([
    ['password1234', 'common password'],
    ['P@ssw0rd2024', 'common password'],
    ['administrator', 'common password'],
    ['1q2w3e4r5t6y', 'common password'],
    ['qwertyuiop12', 'common password'],
    ['aaaaaaaaaaaa', 'repetition'],
    ['abcdefghijkl', 'repetition, a sequence'],
    ['letmeinletmein', 'too easy to guess'],
    ['a'.repeat(1_024), 'repetition'],
    ['waybill12345', 'name of the product'],
    ['DanaReyes2024', 'name or an address'],
    ['acmefurniture1', 'name or an address'],
    ['Waybill-2026!', 'name of the product'],
    ['Dana-12345678', 'name or an address'],
    ['reyes.reyes.reyes', 'name or an address'],
    ['Furniture2026!!', 'name or an address'],
    ['Password-1234!', 'common password'],
    ['short', 'at least 12 characters; it has 5'],
    ['🚚'.repeat(11), 'at least 12 characters; it has 11'],
    ['x'.repeat(1_025), 'at most 1024 characters'],
  ])('%s is refused: %s', async (password, reason) => {
    const refused = await refusalOf(password);
    expect(refused).toMatchObject({ code: 'invalid_parameter', param: 'password' });
    expect(refused?.message).toContain(reason);
    expect(refused?.message).not.toContain(password);
  });

  it.each([
    'correct horse battery staple',
    'dana likes nine green trams',
    'zq7 vBn0 kk!',
    'ünïcödé wörter überall',
    `${'a'.repeat(900)} correct horse battery staple`,
    `waybill ${'a'.repeat(900)} correct horse battery staple`,
    'd5f0c6a526d3c4b8',
  ])('%s is accepted', async (password) => {
    expect(await refusalOf(password)).toBeNull();
  });
});
