import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOperator } from '../../src/features/accounts/system/change-operator.ts';
import {
  createOperatorSessions,
  operatorSessions,
} from '../../src/features/accounts/system/operator-session-store.ts';
import { consoleTasks } from '../../src/features/console/tasks.ts';
import { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { testSecurityLog } from '../support/security-log.ts';

describe('an operator who signs in', () => {
  const clock = new TestClock();
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ clock });
  });
  afterAll(() => test.close());

  const stranger = () => new OperatorClient(test.baseUrl);
  const admin = () => ({ system: test.system, clock, security: testSecurityLog('production') });
  const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;

  async function cookieOf(account: { email: string; password: string }) {
    const answer = await stranger().post('/sessions', { email: account.email, password: account.password });
    expect(answer.status, answer.text).toBe(201);
    const [line = ''] = answer.headers.getSetCookie();
    return { line, cookie: line.split(';')[0] ?? '', csrf: String(answer.body.csrf_token), answer };
  }

  it('gets a token on request, which authenticates until sign-out', async () => {
    const account = await newOperator(test, 'dispatcher');
    const { email, password } = account;
    const started = await stranger().post('/sessions', { email: email.toUpperCase(), password, token: true });
    expect(started.status).toBe(201);
    expect(started.body.token).toMatch(/^wop_production_[A-Za-z0-9_-]{43}$/);
    expect(started.headers.getSetCookie()).toEqual([]);
    expect(started.headers.get('cache-control')).toBe('no-store');
    const operator = new OperatorClient(test.baseUrl, { authorization: `Bearer ${started.body.token}` });
    const { body } = await operator.get('/session');
    expect(body).toMatchObject({
      operator: { id: account.id, email, role: 'dispatcher' },
      environment: 'production',
    });
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBe(12 * 3_600_000);
    expect(Date.parse(body.idle_expires_at) - clock.now().getTime()).toBe(3_600_000);
    expect(body).not.toHaveProperty('csrf_token');
    const kept = await queryAsOwner(test.connection, 'select session_hash::text from operator_session');
    expect(JSON.stringify(kept)).not.toContain(started.body.token);
    expect((await operator.delete('/session')).status).toBe(204);
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    const trail = await queryAsOwner(
      test.connection,
      `select actor_kind, actor_id from audit_entry where action = 'operator_session.started' and subject_id = $1`,
      [account.id],
    );
    expect(trail).toEqual([{ actor_kind: 'operator', actor_id: account.id }]);
  });

  it('gets an HttpOnly cookie otherwise, which requires the CSRF token for writes', async () => {
    const { line, cookie, csrf } = await cookieOf(await newOperator(test, 'viewer'));
    expect(line).toMatch(/^waybill_production_operator=wop_production_\S+; .*HttpOnly; SameSite=Lax$/);
    const page = new OperatorClient(test.baseUrl, { cookie });
    expect((await page.get('/session')).body.csrf_token).toBe(csrf);
    expectRefusal(await page.delete('/session'), 403, 'request_not_trusted');
    const elsewhere = { origin: 'https://evil.example', 'x-csrf-token': csrf };
    expectRefusal(await page.delete('/session', { headers: elsewhere }), 403, 'request_not_trusted');
    const left = await page.delete('/session', { headers: { 'x-csrf-token': csrf } });
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
    expectRefusal(await page.get('/session'), 401, 'session_ended');
  });

  it('cannot use a cookie as a token, nor a token as a cookie', async () => {
    const account = await newOperator(test, 'viewer');
    const { cookie } = await cookieOf(account);
    const [name, value] = cookie.split('=');
    const asToken = new OperatorClient(test.baseUrl, { authorization: `Bearer ${value}` });
    expectRefusal(await asToken.get('/session'), 401, 'invalid_token');
    const { headers } = await OperatorClient.signIn(test, account);
    const token = String(headers['authorization']).replace('Bearer ', '');
    const asCookie = new OperatorClient(test.baseUrl, { cookie: `${name}=${token}` });
    expectRefusal(await asCookie.get('/session'), 401, 'session_ended');
  });

  it('gets the same error for an unknown address, a wrong password and a disabled operator', async () => {
    const { id, email, password } = await newOperator(test, 'viewer');
    const wrong = await stranger().post('/sessions', { email, password: 'wrong' });
    const unknown = await stranger().post('/sessions', { email: 'nobody@example.com', password });
    await changeOperator(admin(), id, { disabled: true }, origin);
    const disabled = await stranger().post('/sessions', { email, password });
    for (const answer of [wrong, unknown, disabled]) expectRefusal(answer, 401, 'wrong_credentials');
    expect(new Set([wrong.text, unknown.text, disabled.text]).size).toBe(1);
  });

  it('is rate limited after ten wrong passwords, even with the right one', async () => {
    const { email, password } = await newOperator(test, 'viewer');
    for (let attempt = 0; attempt < 10; attempt++) {
      expectRefusal(
        await stranger().post('/sessions', { email, password: 'wrong' }),
        401,
        'wrong_credentials',
      );
    }
    const held = await stranger().post('/sessions', { email, password });
    expectRefusal(held, 429, 'rate_limit_exceeded');
    expect(held.body.message).toMatch(/^Too many failed attempts\. Try again in \d+ seconds?\.$/);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is not delayed on a known device by wrong passwords from elsewhere', async () => {
    const [account, other] = [await newOperator(test, 'viewer'), await newOperator(test, 'viewer')];
    const { email, password } = account;
    const { answer } = await cookieOf(account);
    const [, deviceLine = ''] = answer.headers.getSetCookie();
    expect(deviceLine).toMatch(
      /^waybill_production_device=\S+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const device = { headers: { cookie: deviceLine.split(';')[0] ?? '' } };
    // Only the cookie is to tell the device from the attacker: both have the address of this machine.
    await queryAsOwner(test.connection, 'delete from known_network');
    for (let attempt = 0; attempt < 10; attempt++)
      await stranger().post('/sessions', { email, password: 'wrong' });
    expectRefusal(await stranger().post('/sessions', { email, password }), 429, 'rate_limit_exceeded');
    const known = await stranger().post('/sessions', { email, password }, device);
    expect(known.status, known.text).toBe(201);

    // The cookie is of no use for another account, and neither is a changed one.
    await queryAsOwner(test.connection, 'delete from known_network');
    for (let attempt = 0; attempt < 10; attempt++)
      await stranger().post('/sessions', { email: other.email, password: 'wrong' });
    const foreign = await stranger().post(
      '/sessions',
      { email: other.email, password: other.password },
      device,
    );
    expectRefusal(foreign, 429, 'rate_limit_exceeded');
    const forged = { headers: { cookie: device.headers.cookie.replace(/=./, '=!') } };
    expectRefusal(
      await stranger().post('/sessions', { email, password }, forged),
      429,
      'rate_limit_exceeded',
    );

    // Guesses on the device count for the device.
    for (let attempt = 0; attempt < 10; attempt++)
      expectRefusal(
        await stranger().post('/sessions', { email, password: 'wrong' }, device),
        401,
        'wrong_credentials',
      );
    expectRefusal(
      await stranger().post('/sessions', { email, password }, device),
      429,
      'rate_limit_exceeded',
    );
  });

  it('needs a second factor as an administrator seven days after the first sign-in', async () => {
    const account = await newOperator(test, 'admin');
    const first = await OperatorClient.signIn(test, account);
    const dueAt = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString();
    const session = { second_factor: 'off', second_factor_due_at: dueAt };
    expect((await first.get('/session')).body).toMatchObject(session);
    clock.advance({ days: 6, hours: 23, minutes: 30 });
    const last = await OperatorClient.signIn(test, account);
    expect((await last.get('/session')).body).toMatchObject(session);
    expect((await last.get('/crews')).status).toBe(200);
    clock.advance({ minutes: 30 });
    expectRefusal(await last.get('/crews'), 403, 'second_factor_not_set_up');
    const late = await OperatorClient.signIn(test, account);
    expect((await late.get('/session')).body).toMatchObject({
      second_factor: 'required',
      second_factor_due_at: null,
    });
    for (const path of ['/crews', '/stream'])
      expectRefusal(await late.get(path), 403, 'second_factor_not_set_up');
    await setUpFactor(late, account, clock.now().getTime());
    expect((await late.get('/crews')).status).toBe(200);
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expect((await dispatcher.get('/session')).body.second_factor_due_at).toBeNull();
  });

  it('stays signed in while active, for twelve hours at most', async () => {
    const operator = await OperatorClient.enter(test, 'viewer');
    for (let half = 1; half < 24; half += 1) {
      clock.advance({ minutes: 30 });
      expect((await operator.get('/session')).status, `after ${half / 2} hours`).toBe(200);
    }
    clock.advance({ minutes: 30 });
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
  });

  it('is signed out after an hour without a request', async () => {
    const operator = await OperatorClient.enter(test, 'viewer');
    clock.advance({ minutes: 59 });
    expect((await operator.get('/session')).status).toBe(200);
    clock.advance({ minutes: 60 });
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
  });

  it('is not kept signed in by a hidden page or an event stream', async () => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    const { body } = await operator.get('/session');
    clock.advance({ minutes: 30 });
    const hidden = await operator.get('/session', { headers: { 'x-session-use': 'none' } });
    expect(hidden.body.idle_expires_at).toBe(body.idle_expires_at);
    const stream = await fetch(`${test.baseUrl}/operator/stream`, { headers: operator.headers });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    clock.advance({ minutes: 30 });
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
  });

  it('is signed out everywhere by an administrator', async () => {
    const account = await newOperator(test, 'dispatcher');
    const operator = await OperatorClient.signIn(test, account);
    const { cookie } = await cookieOf(account);
    const administrator = await OperatorClient.enter(test, 'admin');
    expectRefusal(await operator.delete(`/operators/${account.id}/sessions`), 403, 'insufficient_role');
    // Needs no step-up: it must be quick, and it only takes access away.
    clock.advance({ minutes: 10 });
    expect((await administrator.delete(`/operators/${account.id}/sessions`)).status).toBe(204);
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    expectRefusal(await new OperatorClient(test.baseUrl, { cookie }).get('/session'), 401, 'session_ended');
    expect((await administrator.get('/session')).status).toBe(200);
    const trail = await queryAsOwner(
      test.connection,
      `select actor_kind from audit_entry where action = 'session.revoked' and subject_id = $1`,
      [account.id],
    );
    expect(trail).toEqual([{ actor_kind: 'operator' }]);
    expectRefusal(await administrator.delete('/operators/unknown/sessions'), 404, 'not_found');
  });

  it('is recorded as active at most once a minute', async () => {
    const operator = await OperatorClient.enter(test, 'viewer');
    const lastUsed = async () => (await operator.get('/me/sessions')).body.data[0].last_used_at;
    const atSignIn = await lastUsed();
    clock.advance({ seconds: 59 });
    expect(await lastUsed()).toBe(atSignIn);
    clock.advance({ seconds: 1 });
    expect(await lastUsed()).toBe(clock.now().toISOString());
  });

  it('leaves no session behind after it has ended', async () => {
    const [idle, active] = [await newOperator(test, 'viewer'), await newOperator(test, 'viewer')];
    await OperatorClient.signIn(test, idle);
    const operator = await OperatorClient.signIn(test, active);
    clock.advance({ minutes: 50 });
    expect((await operator.get('/session')).status).toBe(200);
    clock.advance({ minutes: 20 });
    const lifetimes = { sessionSeconds: 12 * 3_600, sessionIdleSeconds: 3_600 };
    const sessions = createOperatorSessions(lifetimes);
    for (const task of consoleTasks(test.system, clock, sessions)) await task.run();
    const rows = await queryAsOwner(test.connection, 'select operator_id from operator_session');
    expect(rows).toEqual([{ operator_id: active.id }]);
    // A condition that names no column must not end the sessions of everybody.
    expect(await operatorSessions.endAll(test.system, {})).toEqual([]);
  });

  it.each([
    ['is disabled', { disabled: true }],
    ['gets another role', { role: 'admin' }],
    ['gets another password', { password: 'another one altogether' }],
  ] as const)('is signed out of all sessions at once when the operator %s', async (_what, change) => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    const { cookie } = await cookieOf(account);
    await changeOperator(admin(), account.id, change, origin);
    expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    expectRefusal(await new OperatorClient(test.baseUrl, { cookie }).get('/session'), 401, 'session_ended');
  });

  it('stays signed in after a change of name', async () => {
    const account = await newOperator(test, 'viewer');
    const operator = await OperatorClient.signIn(test, account);
    await changeOperator(admin(), account.id, { name: 'Dana' }, origin);
    expect((await operator.get('/session')).body.operator.name).toBe('Dana');
  });

  it('has a token that the partner API refuses', async () => {
    const { headers } = await OperatorClient.enter(test, 'admin');
    const token = String(headers['authorization']).replace('Bearer ', '');
    const partner = new ApiClient(test.baseUrl, token);
    for (const path of ['/account', '/bookings', '/nowhere'])
      expect((await partner.get(path)).status, path).toBe(401);
  });

  it('gets JSON errors for unknown paths and methods, but only when signed in', async () => {
    const operator = await OperatorClient.enter(test, 'viewer');
    expectRefusal(await operator.get('/nowhere'), 404, 'not_found');
    expectRefusal(await stranger().get('/nowhere'), 401, 'session_ended');
    const answer = await operator.call('PUT', '/session', {});
    expectRefusal(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  it('gets the name of the invalid parameter', async () => {
    expectRefusal(
      await stranger().post('/sessions', { email: 'a@b.c' }),
      400,
      'missing_parameter',
      'password',
    );
    const unknown = { email: 'a@b.c', password: 'x', remember: true };
    expectRefusal(await stranger().post('/sessions', unknown), 400, 'unknown_parameter', 'remember');
  });
});

describe('the password of an operator', () => {
  it('does not expire', async () => {
    const clock = new TestClock();
    const test = await startTestApp({ clock });
    try {
      const account = await newOperator(test, 'viewer');
      clock.advance({ days: 3 * 365 });
      const operator = await OperatorClient.signIn(test, account);
      expect((await operator.get('/session')).status).toBe(200);
    } finally {
      await test.close();
    }
  });
});

describe('the lifetimes of operator sessions', () => {
  it('are configurable', async () => {
    const clock = new TestClock();
    const variables = { OPERATOR_SESSION_HOURS: '2', OPERATOR_SESSION_IDLE_MINUTES: '5' };
    const test = await startTestApp({ clock, variables });
    try {
      const operator = await OperatorClient.enter(test, 'viewer');
      const { body } = await operator.get('/session');
      expect(Date.parse(body.expires_at) - clock.now().getTime()).toBe(2 * 3_600_000);
      clock.advance({ minutes: 5 });
      expectRefusal(await operator.get('/session'), 401, 'invalid_token');
    } finally {
      await test.close();
    }
  });
});
