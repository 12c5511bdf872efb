// Step-up: sensitive operations of the operator API need a session that was confirmed within the last 10 minutes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import operatorApi from '../../openapi/operator.json' with { type: 'json' };
import { startTestApp, type TestApp } from '../support/app.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';

const clock = new TestClock();
const nowMs = () => clock.now().getTime();
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ clock, variables: { OPERATOR_REFUND_LIMIT_CENTS: '2000' } });
});
afterAll(() => test.close());

async function stale(role: 'viewer' | 'dispatcher' | 'admin' = 'admin') {
  const account = await newOperator(test, role);
  const operator = await OperatorClient.signIn(test, account);
  clock.advance({ minutes: 10 });
  return { account, operator };
}

const trailOf = async (id: string) =>
  (
    await queryAsOwner<{ action: string }>(
      test.connection,
      `select action from audit_entry where subject_id = $1 and action like 'step_up.%' order by id`,
      [id],
    )
  ).map(({ action }) => action);

const id = randomUUID();
/** Operations whose definition has `needsStepUp`. */
const sensitive = Object.entries(operatorApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { description?: string }>)
    .filter(([, { description }]) => description?.includes('Requires that the session was confirmed'))
    .map(([method]) => ({ method: method.toUpperCase(), path: path.replace('/operator', '') })),
);

describe('a session that was confirmed more than 10 minutes ago', () => {
  it('is refused every sensitive operation, and keeps the others', async () => {
    const { operator } = await stale();
    for (const { method, path } of sensitive) {
      const answer = await operator.call(method, path.replaceAll(/\{\w+\}/g, id));
      expectRefusal(answer, 403, 'step_up_required');
    }
    expect((await operator.get('/session')).body.confirmed_until).toBeNull();
    for (const path of ['/operators', '/invitations', '/me/sessions'])
      expect((await operator.get(path)).status, path).toBe(200);
  });

  it('needs a confirmation for roles, links, second factors, keys, exports and erasure', () => {
    expect(sensitive.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /operators',
        'PATCH /operators/{id}',
        'POST /invitations',
        'POST /operators/{id}/password-reset',
        'DELETE /operators/{id}/second-factor',
        'PUT /sign-in-policy',
        'POST /organizations/{id}/clients',
        'POST /clients/{id}/rotate',
        'DELETE /clients/{id}/old-secret',
        'PATCH /clients/{id}',
        'DELETE /clients/{id}',
        'POST /people/export',
        'POST /people/erase',
        'GET /security-events/export',
        'POST /me/second-factor',
        'POST /me/second-factor/remove',
        'POST /me/recovery-codes',
        'DELETE /me/sessions',
        'DELETE /me/sessions/{id}',
      ]),
    );
  });

  it('can neither promote an operator nor read a reset link', async () => {
    const { operator } = await stale();
    const victim = await newOperator(test, 'viewer');
    const promotion = await operator.patch(`/operators/${victim.id}`, { role: 'admin' });
    expectRefusal(promotion, 403, 'step_up_required');
    const link = await operator.post(`/operators/${victim.id}/password-reset`);
    expectRefusal(link, 403, 'step_up_required');
    expect(link.text).not.toContain('token=');
    const rows = await queryAsOwner(test.connection, 'select role from operator where id = $1', [victim.id]);
    expect(rows).toEqual([{ role: 'viewer' }]);
  });

  it('cannot remove the second factor with the password alone', async () => {
    const account = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, account);
    const { app } = await setUpFactor(operator, account, nowMs());
    clock.advance({ minutes: 10 });
    const removal = { password: account.password };
    expectRefusal(await operator.post('/me/second-factor/remove', removal), 403, 'step_up_required');
    expectRefusal(await operator.post('/me/recovery-codes', removal), 403, 'step_up_required');
    const withoutCode = await operator.post('/session/confirmation', removal);
    expectRefusal(withoutCode, 400, 'second_factor_required', 'code');
    expect((await operator.get('/me/second-factor')).body.state).toBe('on');
    const confirmed = await operator.confirm(account, app.code(nowMs()));
    expect((await confirmed.post('/me/second-factor/remove')).status).toBe(204);
  });

  it('refunds up to the limit of a booking, where several small refunds count as one', async () => {
    const partner = await test.partner();
    const account = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, account);
    const booking = await bookVan(partner);
    const crew = await formCrew(operator);
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crew.id });
    for (const position of [0, 1]) {
      await go(operator, booking, position, 'depart');
      await go(operator, booking, position, 'arrive');
      await finishStop(operator, booking, position);
    }
    clock.advance({ minutes: 10 });
    const adjust = (client: OperatorClient, kind: string, amount: number, key: string) =>
      client.post(
        `/bookings/${booking.id}/adjustments`,
        { kind, name: 'Correction', amount },
        { headers: { 'idempotency-key': key } },
      );
    expect((await adjust(operator, 'refund', -1_500, 'first')).status).toBe(200);
    expect((await adjust(operator, 'toll', 5_000, 'toll')).status).toBe(200);
    expectRefusal(await adjust(operator, 'credit', -501, 'second'), 403, 'step_up_required');
    expect((await adjust(operator, 'credit', -500, 'third')).status).toBe(200);
    expectRefusal(await adjust(operator, 'discount', -1, 'fourth'), 403, 'step_up_required');
    const confirmed = await operator.confirm(account);
    // The refusal is not stored under the key.
    expect((await adjust(confirmed, 'credit', -501, 'second')).status).toBe(200);
  });

  it('says insufficient_role where the role is missing too', async () => {
    const { operator } = await stale('viewer');
    expectRefusal(await operator.get('/operators'), 403, 'insufficient_role');
    expectRefusal(await operator.patch(`/operators/${id}`, { role: 'admin' }), 403, 'insufficient_role');
  });
});

describe('confirming a session', () => {
  it('allows sensitive operations for 10 minutes and replaces the token', async () => {
    const { account, operator } = await stale();
    const response = await operator.post('/session/confirmation', { password: account.password });
    expect(response.status, response.text).toBe(200);
    expect(Date.parse(response.body.confirmed_until)).toBe(nowMs() + 600_000);
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    const confirmed = new OperatorClient(test.baseUrl, { authorization: `Bearer ${response.body.token}` });
    const { body } = await confirmed.get('/me/sessions');
    expect(body.data).toHaveLength(1);
    const invitation = { email: `${randomUUID()}@example.com`, role: 'viewer' };
    expect((await confirmed.post('/invitations', invitation)).status).toBe(201);
    clock.advance({ minutes: 9, seconds: 59 });
    expect((await confirmed.post('/invitations', invitation)).status).toBe(201);
    clock.advance({ seconds: 1 });
    expectRefusal(await confirmed.post('/invitations', invitation), 403, 'step_up_required');
    expect(await trailOf(account.id)).toEqual(['step_up.passed']);
  });

  it('gives a page a new cookie and leaves its CSRF token valid', async () => {
    const { email, password } = await newOperator(test, 'admin');
    const started = await new OperatorClient(test.baseUrl).post('/sessions', { email, password });
    const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const csrf = { 'x-csrf-token': String(started.body.csrf_token) };
    const page = new OperatorClient(test.baseUrl, { ...csrf, cookie: cookieOf(started.headers) });
    const confirmed = await page.post('/session/confirmation', { password });
    expect(confirmed.body.csrf_token).toBe(started.body.csrf_token);
    expect(confirmed.body).not.toHaveProperty('token');
    expectRefusal(await page.get('/session'), 401, 'session_ended');
    const after = new OperatorClient(test.baseUrl, { ...csrf, cookie: cookieOf(confirmed.headers) });
    expect((await after.delete('/session')).status).toBe(204);
  });

  it('needs the right password and code, and records failures', async () => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    const { app, recoveryCodes } = await setUpFactor(operator, account, nowMs());
    const { password } = account;
    const confirm = (proof: object) => operator.post('/session/confirmation', proof);
    expectRefusal(await confirm({ password: 'not it' }), 400, 'wrong_credentials', 'password');
    expectRefusal(
      await confirm({ password: 'not it', code: '000000' }),
      400,
      'wrong_credentials',
      'password',
    );
    expectRefusal(await confirm({ password, code: '000000' }), 400, 'wrong_code', 'code');
    // The code that confirmed the set-up was used.
    expectRefusal(await confirm({ password, code: app.code(nowMs()) }), 400, 'wrong_code', 'code');
    expectRefusal(await confirm({}), 400, 'missing_parameter', 'password');
    expectRefusal(await confirm({ password }), 400, 'second_factor_required', 'code');
    const confirmed = await operator.confirm(account, recoveryCodes[0]);
    expect((await confirmed.get('/me/second-factor')).body.recovery_codes_left).toBe(9);
    const failed = Array.from({ length: 4 }, () => 'step_up.failed');
    expect(await trailOf(account.id)).toEqual([...failed, 'step_up.passed']);
  });

  it('is throttled as a sign-in', async () => {
    const { account, operator } = await stale('viewer');
    const confirm = (password: string) => operator.post('/session/confirmation', { password });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectRefusal(await confirm('not it'), 400, 'wrong_credentials', 'password');
    expectRefusal(await confirm(account.password), 429, 'rate_limit_exceeded');
    expect((await operator.get('/session')).status).toBe(200);
  });

  it('succeeds once if two requests use the same token', async () => {
    const { account, operator } = await stale();
    const proof = { password: account.password };
    const responses = await Promise.all([
      operator.post('/session/confirmation', proof),
      operator.post('/session/confirmation', proof),
    ]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });
});
