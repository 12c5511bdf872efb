import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts';

/** "12345678901234567890", the secret of the examples in RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('TOTP codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('match RFC 6238 at second %i', (seconds, code) => {
    expect(totpStepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are accepted one step early or late, and no further away', () => {
    const codeMs = 1_234_567_890_000;
    const step = Math.floor(codeMs / 30_000);
    expect(totpStepOf(secret, '005924', codeMs + 30_000)).toBe(step);
    expect(totpStepOf(secret, '005924', codeMs - 30_000)).toBe(step);
    expect(totpStepOf(secret, '005924', codeMs + 60_000)).toBeNull();
    expect(totpStepOf(secret, '005924', codeMs - 60_000)).toBeNull();
  });

  it('are refused when malformed', () => {
    for (const code of ['', '5924', 'abcdef', '0059241', '00592４'])
      expect(totpStepOf(secret, code, 0)).toBeNull();
  });

  it('use random secrets, passed to apps in an otpauth URI', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    expect(totpUri(secret, 'Waybill', 'dana@example.com')).toMatch(
      /^otpauth:\/\/totp\/Waybill:dana%40example\.com\?issuer=Waybill&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/,
    );
  });
});
