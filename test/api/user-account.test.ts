import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization } from '../support/authorization.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';
import { bearerOf, requestToken } from '../support/oauth.ts';
import type { ScriptlessBrowser } from '../support/scriptless-browser.ts';
import {
  accountPage,
  actionsOf,
  granted,
  refreshTokens,
  signedIn,
  tokenStatuses,
} from '../support/user-account.ts';

const newPassword = 'quiet harbour lantern 47';

// Two processes of one environment: a token must be refused by the one that did not revoke it.
let test: TestApp;
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ sharing: test });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const statuses = (answer: TestResponse) => tokenStatuses([test, other], answer);
const refresh = (asked: Authorization, answer: TestResponse) => refreshTokens(test, asked, answer);

describe('the account page', () => {
  it('shows the sign-in form until the user signs in, and the same message for a wrong password', async () => {
    const asked = await prepareAuthorization(test);
    const visitor = asked.visitor();
    expect((await visitor.open(accountPage)).text).toContain('to manage your account');
    const wrong = await visitor.press('sign_in', { username: asked.username, password: 'wrong' });
    expect([wrong.status, wrong.location]).toEqual([400, null]);
    expect(wrong.text).toContain('The user name or password is wrong.');
  });

  it('lists user name, applications with scopes and times, and sign-in sessions', async () => {
    const asked = await prepareAuthorization(test);
    await granted(asked, { scope: 'user:read' });
    const visitor = await signedIn(asked);
    const { text, headers } = visitor.page ?? { text: '', headers: new Headers() };
    expect(text).toContain(asked.username);
    expect(text).toContain('Northwind Planner');
    expect(text).toContain('by Northwind Furniture');
    expect(text).toContain('See your deliveries.');
    expect(text).not.toContain('Book and change deliveries');
    expect(text).toMatch(/Granted <time[^>]*>[^<]+ UTC<\/time>\./);
    expect(text.match(/Signed in <time/g)).toHaveLength(2);
    expect(text).toContain('This browser.');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows when an application last used its access, also after it renewed its token', async () => {
    const asked = await prepareAuthorization(test);
    const answer = await granted(asked, { scope: 'user:read' });
    const shown = async () =>
      /last used <time datetime="([^"]+)"/.exec((await signedIn(asked)).page?.text ?? '')?.[1];
    expect(await shown()).toBeUndefined();
    // Closing a process writes the uses that it has recorded.
    const closing = await startTestApp({ sharing: test });
    const usedAfter = Date.now();
    await bearerOf(closing, answer).get('/account');
    await closing.close();
    const usedAt = await shown();
    expect(Date.parse(usedAt ?? '')).toBeGreaterThanOrEqual(usedAfter);
    expect((await refresh(asked, answer)).status).toBe(200);
    expect(await shown()).toBe(usedAt);
  });

  it('revokes one application on every process and keeps the others', async () => {
    const asked = await prepareAuthorization(test);
    const { username } = asked;
    const second = { ...(await prepareAuthorization(test, { name: 'Southwind' })), username };
    const kept = await granted(asked);
    const visitor = await signedIn(asked);
    await visitor.open(second.path());
    const { location } = await visitor.press('allow');
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const ended = await second.exchange(code);
    expect(await statuses(ended)).toEqual([200, 200]);
    await visitor.open(accountPage);
    const client =
      /name="client" value="([^"]+)">\s*<button[^>]*\s*aria-label="Revoke the access of Southwind"/;
    const id = client.exec(visitor.page?.text ?? '')?.[1] ?? '';
    expect((await visitor.press('revoke', {}, { client: id })).location).toBe(`${accountPage}?done=revoked`);
    expect(await statuses(ended)).toEqual([401, 401]);
    expect((await refresh(second, ended)).body.error).toBe('invalid_grant');
    expect(await statuses(kept)).toEqual([200, 200]);
    const after = await visitor.open(`${accountPage}?done=revoked`);
    expect(after.text).toContain('Access revoked.');
    expect(after.text).not.toContain('Southwind');
    expect(await actionsOf(test, username)).toEqual(['auth.succeeded_new_device', 'token.revoked']);
  });

  it('revokes all applications', async () => {
    const asked = await prepareAuthorization(test);
    const first = await granted(asked);
    const visitor = await signedIn(asked);
    const formToken = visitor.page?.form?.hidden['form_token'] ?? '';
    await visitor.post(accountPage, { action: 'revoke_all', form_token: formToken });
    expect(await statuses(first)).toEqual([401, 401]);
    expect((await visitor.open(accountPage)).text).toContain('No application has access to your account.');
  });

  it('ends one session and all other sessions, but not its own', async () => {
    const asked = await prepareAuthorization(test);
    const [first, second, third] = [await signedIn(asked), await signedIn(asked), await signedIn(asked)];
    await third.press('end_session');
    await third.open(accountPage);
    expect(third.page?.text.match(/Signed in <time/g)).toHaveLength(2);
    await third.press('end_other_sessions');
    for (const ended of [first, second])
      expect((await ended.open(accountPage)).text).toContain('to manage your account');
    expect((await third.open(accountPage)).text).toContain('Where you are signed in');
    expect(await actionsOf(test, asked.username)).toEqual([
      'auth.succeeded_new_device',
      'session.revoked',
      'session.revoked',
    ]);
  });

  it('signs out', async () => {
    const visitor = await signedIn(await prepareAuthorization(test));
    await visitor.press('sign_out');
    expect((await visitor.open(accountPage)).text).toContain('to manage your account');
  });
});

describe('ten minutes after the sign-in', () => {
  /** A browser that signed in 11 minutes ago and shows the account page. */
  async function signedInEarlier(asked: Authorization): Promise<ScriptlessBrowser> {
    const visitor = await signedIn(asked);
    await queryAsOwner(
      test.connection,
      `update sign_in_session s set created_at = s.created_at - interval '11 minutes'
       from app_user u where u.id = s.user_id and u.username = $1`,
      [asked.username],
    );
    return visitor;
  }

  it('ending sessions and revoking applications need the password again', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const visitor = await signedInEarlier(asked);
    const pressed = { revoke: 'client', end_session: 'session', revoke_all: '', end_other_sessions: '' };
    const formToken = visitor.page?.form?.hidden['form_token'] ?? '';
    const hiddenOf = (name: string) =>
      visitor.page?.forms.map(({ hidden }) => hidden[name]).find((value) => value !== undefined) ?? '';
    const targets = { client: hiddenOf('client'), session: hiddenOf('session') };
    for (const [action, name] of Object.entries(pressed)) {
      const shown = await visitor.post(accountPage, { action, form_token: formToken, ...targets });
      expect([shown.status, shown.location], action).toEqual([200, null]);
      expect(shown.text).toContain('Confirm that it is you');
      expect(shown.form?.buttons).toEqual([action]);
      if (name === 'client' || name === 'session') expect(shown.form?.hidden[name]).toBe(targets[name]);
    }
    expect(await statuses(tokens)).toEqual([200, 200]);
    expect((await visitor.open(accountPage)).text.match(/Signed in <time/g)).toHaveLength(2);
    expect(await actionsOf(test, asked.username)).toEqual(['auth.succeeded_new_device']);
  });

  it('the right password runs the action, replaces the session and lasts for ten minutes', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const elsewhere = await signedIn(asked);
    const visitor = await signedInEarlier(asked);
    const stolen = asked.visitor();
    for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value);
    await visitor.press('revoke');
    const confirmed = await visitor.press('revoke', { current_password: password });
    expect(confirmed.location, confirmed.text).toBe(`${accountPage}?done=revoked`);
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect((await stolen.open(accountPage)).text).toContain('to manage your account');
    await visitor.open(accountPage);
    expect((await visitor.press('end_other_sessions')).location).toBe(`${accountPage}?done=sessions_ended`);
    expect((await elsewhere.open(accountPage)).text).toContain('to manage your account');
    expect((await visitor.open(accountPage)).text.match(/Signed in <time/g)).toHaveLength(1);
    expect(await actionsOf(test, asked.username)).toEqual([
      'auth.succeeded_new_device',
      'step_up.passed',
      'token.revoked',
      'session.revoked',
    ]);
  });

  it('a wrong password is an error at the field, is recorded and is throttled', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const visitor = await signedInEarlier(asked);
    const shown = await visitor.press('revoke');
    expect(shown.text).not.toContain('aria-invalid');
    const missing = await visitor.press('revoke', { current_password: '' });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('Enter your password.')]);
    const wrong = await visitor.press('revoke', { current_password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('The password is wrong.')]);
    expect(wrong.text).toMatch(/id="current_password"[^>]* aria-invalid="true" aria-describedby="fault"/);
    let last = wrong;
    for (let count = 0; count < 20 && last.status === 400; count += 1)
      last = await visitor.press('revoke', { current_password: 'wrong' });
    expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await visitor.press('revoke', { current_password: password })).status).toBe(429);
    expect(await statuses(tokens)).toEqual([200, 200]);
    // One entry per minute and event.
    expect([...new Set(await actionsOf(test, asked.username))]).toEqual([
      'auth.succeeded_new_device',
      'auth.failed',
      'auth.throttled',
    ]);
  });
});

describe('changing the password', () => {
  it('ends other sessions, codes, access tokens and refresh families before it answers', async () => {
    const asked = await prepareAuthorization(test);
    const elsewhere = await signedIn(asked);
    const tokens = await granted(asked);
    const code = await asked.code();
    expect(await statuses(tokens)).toEqual([200, 200]);
    const visitor = await signedIn(asked);
    const fields = { current_password: password, new_password: newPassword };
    expect((await visitor.press('change_password', fields)).location).toBe(
      `${accountPage}?done=password_changed`,
    );
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect((await refresh(asked, tokens)).body.error).toBe('invalid_grant');
    expect((await asked.exchange(code)).body.error).toBe('invalid_grant');
    expect((await elsewhere.open(accountPage)).text).toContain('to manage your account');
    expect((await visitor.open(accountPage)).text).toContain('Where you are signed in');
    await signedIn(asked, newPassword);
    const old = asked.visitor();
    await old.open(accountPage);
    expect((await old.press('sign_in', { username: asked.username, password })).status).toBe(400);
    expect(await actionsOf(test, asked.username)).toContain('user.password_changed');
  });

  it.each([
    [
      'a wrong current password',
      { current_password: 'wrong', new_password: newPassword },
      'current password is wrong',
    ],
    ['a short password', { current_password: password, new_password: 'short' }, 'at least 12|12 to 1,024'],
    ['the same password', { current_password: password, new_password: password }, 'must differ'],
    ['a missing field', { current_password: '', new_password: newPassword }, 'Enter your current password'],
  ])('refuses %s and changes nothing', async (_name, fields, message) => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const visitor = await signedIn(asked);
    const refused = await visitor.press('change_password', fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(new RegExp(message));
    expect(await statuses(tokens)).toEqual([200, 200]);
    await signedIn(asked);
  });

  it('refuses a weak password without a lock on the user', async () => {
    const asked = await prepareAuthorization(test);
    const visitor = await signedIn(asked);
    const select = 'select from app_user where username = $1 for no key update';
    const row = await holdLock(test.connection, select, [asked.username]);
    try {
      const fields = { current_password: password, new_password: 'password1234' };
      const refused = await visitor.press('change_password', fields);
      expect(refused.text).toContain('too easy to guess');
    } finally {
      await row.release();
    }
  });

  it('leaves no token behind that was issued at the same time', async () => {
    const asked = await prepareAuthorization(test, {
      grants: ['password', 'authorization_code', 'refresh_token'],
    });
    const visitor = await signedIn(asked);
    const { clientId, clientSecret } = asked.client;
    const credentials = {
      client_id: clientId,
      client_secret: clientSecret,
      username: asked.username,
      password,
    };
    const [changed, ...answers] = await Promise.all([
      visitor.press('change_password', { current_password: password, new_password: newPassword }),
      ...Array.from({ length: 6 }, () => requestToken(test, { grant_type: 'password', ...credentials })),
    ]);
    expect(changed.location).toContain('done=password_changed');
    for (const answer of answers.filter(({ status }) => status === 200))
      expect((await bearerOf(test, answer).get('/account')).status).toBe(401);
  });
});

describe('another user', () => {
  it('gets 404 with identical bytes for grants and sessions of other users and for unknown ids', async () => {
    const victim = await prepareAuthorization(test);
    const tokens = await granted(victim);
    const theirs = await signedIn(victim);
    const attacker = await signedIn(await prepareAuthorization(test));
    const formToken = attacker.page?.form?.hidden['form_token'] ?? '';
    const hiddenOf = (name: string) =>
      theirs.page?.forms.map(({ hidden }) => hidden[name]).find((value) => value !== undefined) ?? '';
    for (const [action, name] of [
      ['revoke', 'client'],
      ['end_session', 'session'],
    ] as const) {
      const attempts = [hiddenOf(name), randomUUID(), 'x'].map((value) =>
        attacker.post(accountPage, { action, form_token: formToken, [name]: value }),
      );
      const answers = await Promise.all(attempts);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      for (const fields of [{}, { [name]: '' }]) {
        const { status, text } = await attacker.post(accountPage, {
          action,
          form_token: formToken,
          ...fields,
        });
        expect(status).toBe(400);
        expect(text).toContain(`${name} is required`);
      }
    }
    expect(await statuses(tokens)).toEqual([200, 200]);
    expect((await theirs.open(accountPage)).text).toContain('Northwind Planner');
  });

  it('cannot submit a form without the CSRF token of the session', async () => {
    const victim = await prepareAuthorization(test);
    const tokens = await granted(victim);
    const theirs = await signedIn(victim);
    const attacker = await signedIn(await prepareAuthorization(test));
    const foreign = attacker.page?.form?.hidden['form_token'] ?? '';
    for (const form_token of ['', foreign]) {
      for (const action of ['revoke_all', 'end_other_sessions', 'change_password', 'sign_out'])
        expect((await theirs.post(accountPage, { action, form_token })).status).toBe(403);
    }
    const own = theirs.page?.form?.hidden['form_token'] ?? '';
    expect((await theirs.post(accountPage, { action: 'explode', form_token: own })).status).toBe(400);
    expect(await statuses(tokens)).toEqual([200, 200]);
  });
});
