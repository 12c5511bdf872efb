// TOTP authenticator app: stores the secret and generates codes.
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { OperatorAccount, OperatorClient } from './operator-client.ts';

export class Authenticator {
  readonly #totp: TOTP;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  code(atMs: number): string {
    return this.#totp.generate({ timestamp: atMs });
  }
}

/** Sets up a second factor; the code that confirms it cannot be used again. */
export async function setUpFactor(
  operator: OperatorClient,
  { password }: Pick<OperatorAccount, 'password'>,
  nowMs: number,
): Promise<{ readonly app: Authenticator; readonly recoveryCodes: readonly string[] }> {
  const started = await operator.post('/me/second-factor', { password });
  expect(started.status, started.text).toBe(201);
  const app = new Authenticator(started.body.secret);
  const confirmed = await operator.post('/me/second-factor/confirm', { code: app.code(nowMs) });
  expect(confirmed.status, confirmed.text).toBe(200);
  return { app, recoveryCodes: confirmed.body.recovery_codes };
}
