// The second factor of operators (TOTP): set up with an app, required at every sign-in, each code accepted once.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reencryptFactors } from '../../src/features/accounts/system/second-factor.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { startTestApp, type TestApp, testKeys } from '../support/app.ts';
import { Authenticator, setUpFactor } from '../support/authenticator.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  expectRefusal,
  newOperator,
  type OperatorAccount,
  OperatorClient,
} from '../support/operator-client.ts';

const clock = new TestClock();
const nowMs = () => clock.now().getTime();
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ clock });
});
afterAll(() => test.close());

const signIn = ({ email, password }: OperatorAccount, code?: string) =>
  new OperatorClient(test.baseUrl).post('/sessions', {
    email,
    password,
    token: true,
    ...(code !== undefined && { code }),
  });

async function withFactor(role: 'viewer' | 'dispatcher' | 'admin' = 'viewer') {
  const account = await newOperator(test, role);
  const operator = await OperatorClient.signIn(test, account);
  const factor = await setUpFactor(operator, account, nowMs());
  clock.advance({ seconds: 60 });
  return { account, operator, ...factor };
}

const trailOf = async (id: string) =>
  (await queryAsOwner(test.connection, `select action from audit_entry where subject_id = $1 order by id`, [
    id,
  ])) as { action: string }[];

describe('setting up a second factor', () => {
  it('starts with the password and ends with a first code; from then on every sign-in requires a code', async () => {
    const account = await newOperator(test, 'dispatcher');
    const operator = await OperatorClient.signIn(test, account);
    expectRefusal(
      await operator.post('/me/second-factor', { password: 'not it' }),
      400,
      'wrong_credentials',
      'password',
    );
    const begun = await operator.post('/me/second-factor', { password: account.password });
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`);
    expect(begun.body.uri).toContain(encodeURIComponent(account.email));
    // No code is required before the setup is confirmed: the app may not have the secret yet.
    expect((await signIn(account)).status).toBe(201);
    const app = new Authenticator(begun.body.secret);
    const wrong = app.code(nowMs() + 3_600_000);
    expectRefusal(
      await operator.post('/me/second-factor/confirm', { code: wrong }),
      400,
      'wrong_code',
      'code',
    );
    const confirmed = await operator.post('/me/second-factor/confirm', { code: app.code(nowMs()) });
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    expect((await operator.get('/me/second-factor')).body).toEqual({
      state: 'on',
      authenticator_app: true,
      recovery_codes_left: 10,
    });
    expectRefusal(await signIn(account), 401, 'second_factor_required', 'code');
    clock.advance({ seconds: 30 });
    const entered = await signIn(account, app.code(nowMs()));
    expect(entered.body.second_factor).toBe('on');
    expect((await trailOf(account.id)).map(({ action }) => action)).toContain(
      'operator.second_factor_set_up',
    );
  });

  it('ends the sessions that began without it, except the current one', async () => {
    const account = await newOperator(test, 'viewer');
    const [elsewhere, here] = [
      await OperatorClient.signIn(test, account),
      await OperatorClient.signIn(test, account),
    ];
    await setUpFactor(here, account, nowMs());
    expect((await here.get('/session')).status).toBe(200);
    expectRefusal(await elsewhere.get('/session'), 401, 'invalid_token');
  });

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    const { secret } = (await operator.post('/me/second-factor', { password: account.password })).body;
    const code = new Authenticator(secret).code(nowMs());
    const { recovery_codes: codes } = (await operator.post('/me/second-factor/confirm', { code })).body;
    const kept = await queryAsOwner(
      test.connection,
      `select encode(sealed_secret, 'escape') as text from operator_factor
       union all select encode(code_hash, 'escape') from operator_recovery_code`,
      [],
    );
    const text = JSON.stringify(kept);
    expect(text).not.toContain(secret);
    for (const each of codes as string[]) {
      expect(text).not.toContain(each.replaceAll('-', ''));
      // 24 characters of 5 random bits: a hash without salt and cost needs at least 112 bits.
      expect(each).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/);
    }
  });

  it('is refused while a second factor exists, and cannot be confirmed before it is started', async () => {
    const { account, operator } = await withFactor();
    expectRefusal(
      await operator.post('/me/second-factor', { password: account.password }),
      409,
      'second_factor_in_use',
    );
    const other = await OperatorClient.enter(test, 'viewer');
    expectRefusal(
      await other.post('/me/second-factor/confirm', { code: '123456' }),
      409,
      'second_factor_not_set_up',
    );
    expectRefusal(
      await other.post('/me/recovery-codes', { password: 'x' }),
      400,
      'wrong_credentials',
      'password',
    );
  });
});

describe('signing in with a second factor', () => {
  it('accepts a code once, even when it is sent twice concurrently', async () => {
    const { account, app } = await withFactor();
    const code = app.code(nowMs());
    const answers = await Promise.all([signIn(account, code), signIn(account, code), signIn(account, code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401, 401]);
    expectRefusal(await signIn(account, code), 401, 'wrong_code');
    clock.advance({ seconds: 30 });
    expect((await signIn(account, app.code(nowMs()))).status).toBe(201);
    // Older than the last accepted code, though within the allowed clock drift.
    expectRefusal(await signIn(account, app.code(nowMs() - 30_000)), 401, 'wrong_code');
  });

  it('refuses the code that confirmed the setup', async () => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    const { app } = await setUpFactor(operator, account, nowMs());
    expectRefusal(await signIn(account, app.code(nowMs())), 401, 'wrong_code');
  });

  it('allows a clock drift of one time step, and no more', async () => {
    const { account, app } = await withFactor();
    clock.advance({ minutes: 10 });
    expectRefusal(await signIn(account, app.code(nowMs() - 60_000)), 401, 'wrong_code');
    expectRefusal(await signIn(account, app.code(nowMs() + 60_000)), 401, 'wrong_code');
    expect((await signIn(account, app.code(nowMs() - 30_000))).status).toBe(201);
    expect((await signIn(account, app.code(nowMs() + 30_000))).status).toBe(201);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { account, recoveryCodes, operator } = await withFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(account, first.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
    expectRefusal(await signIn(account, first), 401, 'wrong_code');
    expect((await operator.get('/me/second-factor')).body.recovery_codes_left).toBe(9);
    const renewed = await operator.post('/me/recovery-codes', { password: account.password });
    expect(renewed.status).toBe(201);
    expectRefusal(await signIn(account, second), 401, 'wrong_code');
    expect((await signIn(account, renewed.body.recovery_codes[0])).status).toBe(201);
  });

  it('does not reveal the second factor without the right password', async () => {
    const { account, app } = await withFactor();
    const guess = { ...account, password: 'a wrong password' };
    expectRefusal(await signIn(guess), 401, 'wrong_credentials');
    expectRefusal(await signIn(guess, app.code(nowMs())), 401, 'wrong_credentials');
  });

  it('is rate limited after ten wrong codes, and then refuses the right one too', async () => {
    const { account, app } = await withFactor();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectRefusal(await signIn(account, '000000'), 401, 'wrong_code');
    expectRefusal(await signIn(account, app.code(nowMs())), 429, 'rate_limit_exceeded');
  });
});

describe('rotating SECRET_KEY', () => {
  it('encrypts the secrets of all operators again, so that the old key can be removed', async () => {
    const { account, app } = await withFactor();
    const newKey = { id: 'k2', secret: randomBytes(32) };
    const ring = (...keys: typeof testKeys) => new KeyRing(keys, 'production');
    const reencrypt = (keys: KeyRing) => reencryptFactors({ system: test.system, keys });
    expect(await reencrypt(ring(newKey, ...testKeys))).toBeGreaterThan(0);
    expect(await reencrypt(ring(newKey))).toBe(0);
    // The running server has the other key only.
    expect(await reencrypt(ring(...testKeys, newKey))).toBeGreaterThan(0);
    expect((await signIn(account, app.code(nowMs()))).status).toBe(201);
  });
});

describe('guessing codes for days', () => {
  it('is admitted once an hour, until an administrator removes the second factor', async () => {
    const { account, app } = await withFactor();
    await queryAsOwner(test.connection, 'delete from known_network');
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectRefusal(await signIn(account, '000000'), 401, 'wrong_code');
    const delays: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const refused = await signIn(account, app.code(nowMs()));
      expectRefusal(refused, 429, 'rate_limit_exceeded');
      const seconds = Number(refused.headers.get('retry-after'));
      delays.push(Math.round(seconds / 60));
      await queryAsOwner(
        test.connection,
        'update sign_in_throttle set blocked_until = blocked_until - make_interval(secs => $1)',
        [seconds],
      );
      expectRefusal(await signIn(account, '000000'), 401, 'wrong_code');
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    const admin = await OperatorClient.enter(test, 'admin');
    expect((await admin.call('DELETE', `/operators/${account.id}/second-factor`)).status).toBe(204);
    expect((await signIn(account)).status).toBe(201);
  });
});

describe('removing a second factor', () => {
  it('requires the operator’s own password', async () => {
    const { account, operator } = await withFactor();
    expectRefusal(
      await operator.post('/me/second-factor/remove', { password: 'not it' }),
      400,
      'wrong_credentials',
      'password',
    );
    expect((await operator.post('/me/second-factor/remove', { password: account.password })).status).toBe(
      204,
    );
    expect((await signIn(account)).status).toBe(201);
    expectRefusal(
      await operator.post('/me/second-factor/remove', { password: account.password }),
      404,
      'not_found',
    );
  });

  it('can be done by an administrator for another operator, which ends the sessions of that operator', async () => {
    const { account, operator } = await withFactor('dispatcher');
    const admin = await OperatorClient.enter(test, 'admin');
    const listed = (await admin.get('/operators')).body.data as { id: string; second_factor: boolean }[];
    expect(listed.find(({ id }) => id === account.id)?.second_factor).toBe(true);
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expectRefusal(
      await dispatcher.delete(`/operators/${account.id}/second-factor`),
      403,
      'insufficient_role',
    );
    expect((await admin.delete(`/operators/${account.id}/second-factor`)).status).toBe(204);
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    expect((await signIn(account)).status).toBe(201);
    expect((await trailOf(account.id)).map(({ action }) => action)).toContain(
      'operator.second_factor_removed',
    );
    expectRefusal(await admin.delete(`/operators/${account.id}/second-factor`), 404, 'not_found');
    expectRefusal(await admin.delete('/operators/nobody/second-factor'), 404, 'not_found');
  });
});

describe('a sign-in policy that requires a second factor', () => {
  it('is set by an administrator who has one, and lets operators in after they set one up', async () => {
    const bare = await OperatorClient.enter(test, 'admin');
    expectRefusal(
      await bare.put('/sign-in-policy', { require_second_factor: true }),
      403,
      'second_factor_not_set_up',
    );
    const { operator: admin } = await withFactor('admin');
    const dispatcher = await newOperator(test, 'dispatcher');
    const script = await OperatorClient.signIn(test, dispatcher);
    expectRefusal(
      await script.put('/sign-in-policy', { require_second_factor: true }),
      403,
      'insufficient_role',
    );
    expect((await admin.put('/sign-in-policy', { require_second_factor: true })).status).toBe(200);
    expectRefusal(await script.get('/crews'), 403, 'second_factor_not_set_up');
    expect((await script.get('/session')).body.second_factor).toBe('required');
    const late = await signIn(dispatcher);
    expect(late.body.second_factor).toBe('required');
    await setUpFactor(script, dispatcher, nowMs());
    expect((await script.get('/crews')).status).toBe(200);
    expect((await admin.put('/sign-in-policy', { require_second_factor: false })).body).toEqual({
      require_second_factor: false,
    });
    expect((await bare.get('/sign-in-policy')).body).toEqual({ require_second_factor: false });
  });
});
