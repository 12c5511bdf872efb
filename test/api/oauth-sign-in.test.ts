import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthTasks } from '../../src/features/oauth/tasks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization, redirectUri } from '../support/authorization.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { ScriptlessBrowser } from '../support/scriptless-browser.ts';

const clock = new TestClock();
let test: TestApp;
let asked: Authorization;
beforeAll(async () => {
  test = await startTestApp({ clock });
  asked = await prepareAuthorization(test);
});
afterAll(() => test.close());

describe('two environments on one host', () => {
  let sandbox: TestApp;
  beforeAll(async () => {
    sandbox = await startTestApp({ environment: 'sandbox' });
  });
  afterAll(() => sandbox.close());

  it('reject cookies of the other environment, even under their own cookie name', async () => {
    const inSandbox = await (await prepareAuthorization(sandbox)).signedIn();
    expect([...inSandbox.cookies.keys()]).toEqual(['waybill_sandbox_session', 'waybill_sandbox_device']);
    const visitor = new ScriptlessBrowser(test.baseUrl);
    for (const [name, value] of inSandbox.cookies) {
      visitor.cookies.set(name, value);
      visitor.cookies.set(name.replace('sandbox', 'production'), value);
    }
    expect((await visitor.open(asked.path())).text).toContain('type="password"');
  });

  it('return their issuer with each code and reject codes of the other, which prevents mix-up attacks', async () => {
    const issuers: string[] = [];
    for (const [here, there] of [
      [test, sandbox],
      [sandbox, test],
    ] as const) {
      const own = await prepareAuthorization(here);
      const { location } = await (await own.signedIn()).press('allow');
      const answer = new URL(location ?? '').searchParams;
      const { body } = await here.anonymous.get('/.well-known/oauth-authorization-server');
      expect(answer.get('iss')).toBe(body.issuer);
      expect(body.authorization_response_iss_parameter_supported).toBe(true);
      issuers.push(body.issuer);
      const code = answer.get('code') ?? '';
      const mixedUp = await (await prepareAuthorization(there)).exchange(code);
      expect([mixedUp.status, mixedUp.body.error]).toEqual([400, 'invalid_grant']);
      expect((await own.exchange(code)).status).toBe(200);
    }
    expect(new Set(issuers).size).toBe(2);
  });
});

describe('a session', () => {
  it('gets a new token at sign-in, which prevents session fixation', async () => {
    const planted = 'wb_production_session_planted';
    const visitor = asked.visitor();
    visitor.cookies.set('waybill_production_session', planted);
    await visitor.open(asked.path());
    await visitor.press('sign_in', { username: asked.username, password });
    const token = visitor.cookies.get('waybill_production_session');
    expect(token).toMatch(/^wb_production_session_[\w-]{43}$/);
    expect(token).not.toBe(planted);
    const attacker = asked.visitor();
    attacker.cookies.set('waybill_production_session', planted);
    expect((await attacker.open(asked.path())).text).toContain('type="password"');
  });

  it('replaces the previous session of the browser', async () => {
    const visitor = await asked.signedIn();
    const before = visitor.cookies.get('waybill_production_session') ?? '';
    visitor.cookies.delete('waybill_production_session');
    await visitor.open(asked.path());
    visitor.cookies.set('waybill_production_session', before);
    await visitor.press('sign_in', { username: asked.username, password });
    const old = asked.visitor();
    old.cookies.set('waybill_production_session', before);
    expect((await old.open(asked.path())).text).toContain('type="password"');
  });

  it('is stored only as a hash', async () => {
    const visitor = await asked.signedIn();
    const token = visitor.cookies.get('waybill_production_session') ?? '';
    const rows = await queryAsOwner(test.connection, 'select * from sign_in_session');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('requires consent for every authorization, but no second password prompt', async () => {
    const visitor = await asked.signedIn();
    await visitor.press('allow');
    const again = await visitor.open(asked.path());
    expect(again.form?.buttons).toEqual(['sign_out', 'allow', 'cancel']);
  });

  it('ends at sign-out, and its token stops working', async () => {
    const visitor = await asked.signedIn();
    const token = visitor.cookies.get('waybill_production_session') ?? '';
    const { status, location } = await visitor.press('sign_out');
    expect(status).toBe(303);
    expect(visitor.cookies.has('waybill_production_session')).toBe(false);
    expect((await visitor.open(location ?? '')).text).toContain('type="password"');
    visitor.cookies.set('waybill_production_session', token);
    expect((await visitor.open(asked.path())).text).toContain('type="password"');
  });

  it('expires after eight hours, even on an open page', async () => {
    const visitor = await asked.signedIn();
    const question = visitor.page?.form;
    clock.advance({ hours: 8 });
    const late = await visitor.press('allow');
    expect(late.status).toBe(303);
    expect(late.location).toBe(question?.action);
    expect((await visitor.open(asked.path())).text).toContain('type="password"');
  });

  it('is deleted a day after it has expired', async () => {
    await asked.signedIn();
    const isStored = async () => {
      for (const task of oauthTasks(test.system, clock, null)) await task.run();
      return (await queryAsOwner(test.connection, 'select 1 from sign_in_session')).length > 0;
    };
    clock.advance({ hours: 31 });
    expect(await isStored()).toBe(true);
    clock.advance({ hours: 2 });
    expect(await isStored()).toBe(false);
  });

  it('ends when the user is disabled', async () => {
    const other = await prepareAuthorization(test);
    const visitor = await other.signedIn();
    await queryAsOwner(test.connection, 'update app_user set disabled_at = now() where username = $1', [
      other.username,
    ]);
    expect((await visitor.press('allow')).location).not.toContain('code=');
  });
});

describe('signing in', () => {
  it('returns the same error for a wrong password and an unknown user name', async () => {
    const attempt = async (username: string) => {
      const visitor = asked.visitor();
      await visitor.open(asked.path());
      const page = await visitor.press('sign_in', { username, password: 'wrong' });
      expect(page.status).toBe(400);
      expect(visitor.cookies.has('waybill_production_session')).toBe(false);
      return /role="alert"[^>]*>(.*?)<\/p>/s.exec(page.text)?.[1]?.replace(/<[^>]+>/g, '');
    };
    expect(await attempt(asked.username)).toBe('The user name or password is wrong.');
    expect(await attempt('nobody')).toBe('The user name or password is wrong.');
  });

  it('compares user names case-insensitively in any script', async () => {
    await test.user('İpek ΣΟΦΟΣ', password);
    for (const username of ['İpek ΣΟΦΟΣ', 'İPEK ΣΟΦΟΣ']) {
      const visitor = asked.visitor();
      await visitor.open(asked.path());
      expect((await visitor.press('sign_in', { username, password })).status).toBe(303);
    }
    await expect(test.user('İPEK ΣΟΦΟΣ', password)).rejects.toMatchObject({ param: 'username' });
  });

  it('shows which field is missing', async () => {
    const visitor = asked.visitor();
    await visitor.open(asked.path());
    const page = await visitor.press('sign_in', { username: asked.username, password: '' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('Enter your user name and your password.');
    expect(page.text).toContain(`value="${asked.username}"`);
  });

  it('is rate limited after ten failures per minute, with Retry-After', async () => {
    const other = await prepareAuthorization(test);
    const visitor = other.visitor();
    await visitor.open(other.path());
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status } = await visitor.press('sign_in', { username: other.username, password: 'wrong' });
      expect(status).toBe(400);
    }
    const page = await visitor.press('sign_in', { username: other.username, password });
    expect(page.status).toBe(429);
    const wait = Number(page.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(page.text).toContain(`Please wait ${wait} seconds`);
    expect(visitor.cookies.has('waybill_production_session')).toBe(false);
  });

  it('can be cancelled', async () => {
    const visitor = asked.visitor();
    await visitor.open(asked.path({ state: 's' }));
    const { status, location } = await visitor.press('cancel');
    expect(status).toBe(303);
    const { searchParams } = new URL(location ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 's' });
  });
});

describe('a submitted form', () => {
  const refused = (page: { status: number; location: string | null; text: string }) => {
    expect(page.status).toBe(403);
    expect(page.location).toBeNull();
    expect(page.text).toContain('This page is out of date');
  };

  it('is refused without a CSRF token and with an invalid one', async () => {
    const count = 'select count(*) from authorization_code';
    const before = await queryAsOwner(test.connection, count);
    const visitor = await asked.signedIn();
    refused(await visitor.post(asked.path(), { action: 'allow' }));
    refused(await visitor.post(asked.path(), { action: 'allow', form_token: 'x'.repeat(43) }));
    refused(await visitor.post(asked.path(), { action: 'sign_out' }));
    refused(await visitor.post(asked.path(), { action: 'cancel' }));
    expect(await queryAsOwner(test.connection, count)).toEqual(before);
  });

  it('is refused with the CSRF token of another browser', async () => {
    const attacker = await asked.signedIn();
    const victim = await asked.signedIn();
    const formToken = attacker.page?.form?.hidden['form_token'] ?? '';
    refused(await victim.post(asked.path(), { action: 'allow', form_token: formToken }));
    const stranger = asked.visitor();
    await stranger.open(asked.path());
    const signInToken = stranger.page?.form?.hidden['form_token'] ?? '';
    const other = asked.visitor();
    await other.open(asked.path());
    refused(
      await other.post(asked.path(), {
        action: 'sign_in',
        form_token: signInToken,
        username: asked.username,
        password,
      }),
    );
    refused(await victim.post(asked.path(), { action: 'allow', form_token: signInToken }));
  });

  it.each([
    ['state', { state: 'other' }],
    ['scope', { scope: 'user' }],
    ['code_challenge', { code_challenge: 'b'.repeat(43), code_challenge_method: 'S256' }],
    ['redirect_uri', { redirect_uri: 'https://planner.example.com/second' }],
  ])('is refused if %s differs from the displayed request', async (_name, swapped) => {
    const two = await prepareAuthorization(test, {
      redirectUris: [redirectUri, 'https://planner.example.com/second'],
    });
    const visitor = await two.signedIn({ scope: 'user:read', state: 'mine' });
    const formToken = visitor.page?.form?.hidden['form_token'] ?? '';
    const path = two.path({ scope: 'user:read', state: 'mine', ...swapped });
    refused(await visitor.post(path, { action: 'allow', form_token: formToken }));
    const unswapped = two.path({ scope: 'user:read', state: 'mine' });
    const fine = await visitor.post(unswapped, { action: 'allow', form_token: formToken });
    expect(fine.location).toContain('code=');
  });

  it('is refused for a client other than the displayed one', async () => {
    const visitor = await asked.signedIn();
    const other = await prepareAuthorization(test);
    const formToken = visitor.page?.form?.hidden['form_token'] ?? '';
    refused(await visitor.post(other.path(), { action: 'allow', form_token: formToken }));
  });

  it('is refused with an unknown action', async () => {
    const visitor = await asked.signedIn();
    const page = await visitor.post(asked.path(), { ...visitor.page?.form?.hidden, action: 'explode' });
    expect(page.status).toBe(400);
  });
});
