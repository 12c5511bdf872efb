// One-time links of operators (invitation, password reset), and how operators manage their own password and sessions.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { SmtpInbox } from '../support/smtp-inbox.ts';
import { until } from '../support/until.ts';

const clock = new TestClock();
const password = 'a password of my own';
let test: TestApp;
let inbox: SmtpInbox;
let admin: OperatorClient;
beforeAll(async () => {
  inbox = await SmtpInbox.start();
  const variables = { SMTP_URL: inbox.url, MAIL_FROM: 'Waybill <no-reply@waybill.example>' };
  test = await startTestApp({ clock, variables });
  test.app.worker.start();
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(async () => {
  await test.close();
  await inbox.close();
});

const stranger = () => new OperatorClient(test.baseUrl);
const tokenOf = (url: string) => new URL(url).hash.replace('#token=', '');
const freshEmail = () => `someone-${randomBytes(4).toString('hex')}@example.com`;

async function invite(email = freshEmail(), role = 'dispatcher') {
  const { status, body, text } = await admin.post('/invitations', { email, role });
  expect(status, text).toBe(201);
  return { email, id: String(body.id), token: tokenOf(body.url), url: String(body.url), body };
}

const mailTo = (address: string) =>
  until(async () => inbox.received.filter(({ to }) => to === address).at(-1), Boolean);

const actionsOn = async (id: string) => {
  const statement = 'select action from audit_entry where subject_id = $1 order by id';
  const rows = await queryAsOwner<{ action: string }>(test.connection, statement, [id]);
  return rows.map(({ action }) => action);
};

describe('an invitation', () => {
  it('is mailed to its address and always returned to the administrator who created it', async () => {
    const { email, url, id, body } = await invite();
    expect(url).toMatch(/^http:\/\/\S+\/console\/join#token=wopl_production_[\w-]{43}$/);
    expect(body).toMatchObject({ email, role: 'dispatcher', invited_by: 'A admin', mail: 'waiting' });
    const mail = await mailTo(email);
    expect(mail?.headers['subject']).toBe('You are invited to Waybill');
    expect(mail?.text).toContain(url);
    const listed = await until(
      async () =>
        ((await admin.get('/invitations')).body.data as { id: string; mail: string }[]).find(
          (each) => each.id === id,
        ),
      (each) => each?.mail === 'sent',
    );
    expect(listed).not.toHaveProperty('url');
    const kept = await queryAsOwner(
      test.connection,
      `select encode(token_hash, 'escape') || coalesce(encode(sealed_token, 'escape'), '') as text from operator_link`,
      [],
    );
    expect(JSON.stringify(kept)).not.toContain(tokenOf(url));
    expect(await queryAsOwner(test.connection, 'select id from message', [])).toEqual([]);
  });

  it('names its recipient, creates the operator with a chosen password and signs the operator in', async () => {
    const { email, token, id } = await invite(undefined, 'viewer');
    const seen = await stranger().post('/links/check', { token });
    expect(seen.body).toMatchObject({ purpose: 'invitation', email, role: 'viewer', created_by: 'A admin' });
    expect(seen.body.is_set_up).toBe(false);
    const accepted = await stranger().post('/invitations/accept', { token, name: 'Sam Okafor', password });
    expect(accepted.status, accepted.text).toBe(201);
    expect(accepted.body.operator).toMatchObject({ email, name: 'Sam Okafor', role: 'viewer' });
    const [cookie = ''] = accepted.headers.getSetCookie();
    const page = new OperatorClient(test.baseUrl, { cookie: cookie.split(';')[0] ?? '' });
    expect((await page.get('/session')).body.csrf_token).toBe(accepted.body.csrf_token);
    expect((await stranger().post('/sessions', { email, password, token: true })).status).toBe(201);
    expect(await actionsOn(id)).toEqual(['operator.invited']);
    expect(await actionsOn(accepted.body.operator.id)).toContain('operator.invitation_accepted');
  });

  it('stays usable if the sign-in fails after the operator was created', async () => {
    const { email, token } = await invite();
    const accept = () => stranger().post('/invitations/accept', { token, name: 'Kim Ito', password });
    const run = (statement: string) => queryAsOwner(test.connection, statement, []);
    await run(`create function refuse_session() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test' using errcode = '57P01'; end $$`);
    await run(
      'create trigger refuse before insert on operator_session for each row execute function refuse_session()',
    );
    try {
      expect((await accept()).status).toBe(503);
    } finally {
      await run('drop function refuse_session cascade');
    }
    const accepted = await accept();
    expect(accepted.status, accepted.text).toBe(201);
    expect(accepted.body.operator).toMatchObject({ email, name: 'Kim Ito' });
  });

  it('works once, even when two requests accept it concurrently', async () => {
    const { token } = await invite();
    const accept = (name: string) => stranger().post('/invitations/accept', { token, name, password });
    const answers = await Promise.all([accept('One'), accept('Two')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410]);
    expectRefusal(await accept('Three'), 410, 'link_expired');
    expectRefusal(await stranger().post('/links/check', { token }), 410, 'link_expired');
  });

  it('expires after three days', async () => {
    const { token } = await invite();
    clock.advance({ hours: 71, minutes: 59 });
    expect((await stranger().post('/links/check', { token })).status).toBe(200);
    clock.advance({ minutes: 1 });
    expectRefusal(
      await stranger().post('/invitations/accept', { token, name: 'Late', password }),
      410,
      'link_expired',
    );
    admin = await OperatorClient.enter(test, 'admin');
  });

  it('ends when it is withdrawn or when another one is created for the same address', async () => {
    const first = await invite();
    const second = await invite(first.email.toUpperCase());
    expectRefusal(await stranger().post('/links/check', { token: first.token }), 410, 'link_expired');
    expect((await admin.delete(`/invitations/${second.id}`)).status).toBe(204);
    expectRefusal(await stranger().post('/links/check', { token: second.token }), 410, 'link_expired');
    expectRefusal(await admin.delete(`/invitations/${second.id}`), 404, 'not_found');
    expectRefusal(await admin.delete('/invitations/none'), 404, 'not_found');
    expect(await actionsOn(second.id)).toEqual(['operator.invited', 'operator.invitation_withdrawn']);
  });

  it('is created by administrators only, and not for existing operators', async () => {
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    const body = { email: freshEmail(), role: 'viewer' };
    expectRefusal(await dispatcher.post('/invitations', body), 403, 'insufficient_role');
    expectRefusal(await dispatcher.get('/invitations'), 403, 'insufficient_role');
    const { email } = await newOperator(test, 'viewer');
    expectRefusal(
      await admin.post('/invitations', { email, role: 'viewer' }),
      400,
      'invalid_parameter',
      'email',
    );
  });

  it('refuses a password that is too short, common or made of own words, and stays valid', async () => {
    const { token } = await invite();
    for (const weak of ['short', 'password1234', 'Waybill12345', 'SamOkafor2024']) {
      const body = { token, name: 'Sam Okafor', password: weak };
      const refused = await stranger().post('/invitations/accept', body);
      expectRefusal(refused, 400, 'invalid_parameter', 'password');
    }
    expect((await stranger().post('/links/check', { token })).status).toBe(200);
  });

  it('is not a set-up link, whatever the name of the inviting operator', async () => {
    const account = await newOperator(test, 'admin');
    await admin.patch(`/operators/${account.id}`, { name: 'The set-up of Waybill' });
    const namesake = await OperatorClient.signIn(test, account);
    const { url } = (await namesake.post('/invitations', { email: freshEmail(), role: 'admin' })).body;
    await newOperator(test, 'admin');
    const seen = await stranger().post('/links/check', { token: tokenOf(url) });
    expect(seen.body).toMatchObject({ created_by: 'The set-up of Waybill', is_set_up: false });
  });

  it('refuses a weak password without a lock on the invitation', async () => {
    const { id, token } = await invite();
    const row = await holdLock(test.connection, 'select from operator_link where id = $1 for update', [id]);
    try {
      const body = { token, name: 'Sam Okafor', password: 'SamOkafor2024' };
      const refused = await stranger().post('/invitations/accept', body);
      expectRefusal(refused, 400, 'invalid_parameter', 'password');
    } finally {
      await row.release();
    }
  });

  it('cannot be used as a password reset link', async () => {
    const { token } = await invite();
    expectRefusal(
      await stranger().post('/password-resets/confirm', { token, password }),
      410,
      'link_expired',
    );
  });
});

describe('a forgotten password', () => {
  it('returns the same response for every address, and mails a link to operators only', async () => {
    const known = await newOperator(test, 'dispatcher');
    const unknownEmail = freshEmail();
    const answers = [
      await stranger().post('/password-resets', { email: unknownEmail }),
      await stranger().post('/password-resets', { email: known.email }),
    ];
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 204, text: '' });
    const mail = await mailTo(known.email);
    expect(mail?.text).toMatch(/\/console\/reset#token=wopl_production_/);
    expect(inbox.received.some(({ to }) => to === unknownEmail)).toBe(false);
  });

  it('is replaced through a one-time link, which ends all sessions of the operator', async () => {
    const account = await newOperator(test, 'dispatcher');
    const signedIn = await OperatorClient.signIn(test, account);
    const made = await admin.post(`/operators/${account.id}/password-reset`);
    expect(made.status, made.text).toBe(201);
    const token = tokenOf(made.body.url);
    expect((await stranger().post('/links/check', { token })).body).toMatchObject({
      purpose: 'reset',
      email: account.email,
      role: null,
    });
    const confirm = () => stranger().post('/password-resets/confirm', { token, password });
    const answers = await Promise.all([confirm(), confirm()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
    expectRefusal(await signedIn.get('/session'), 401, 'invalid_token');
    expectRefusal(
      await stranger().post('/sessions', { ...account, id: undefined }),
      401,
      'wrong_credentials',
    );
    await OperatorClient.signIn(test, { ...account, password });
    expect(await actionsOn(account.id)).toEqual(
      expect.arrayContaining(['operator.password_reset_asked', 'operator.password_reset']),
    );
  });

  it('refuses a weak password without a lock on the operator', async () => {
    const account = await newOperator(test, 'viewer');
    const signedIn = await OperatorClient.signIn(test, account);
    const { url } = (await admin.post(`/operators/${account.id}/password-reset`)).body;
    const weak = 'password1234';
    const row = await holdLock(test.connection, 'select from operator where id = $1 for update', [
      account.id,
    ]);
    const answers = [
      stranger().post('/password-resets/confirm', { token: tokenOf(url), password: weak }),
      signedIn.put('/me/password', { current_password: account.password, password: weak }),
      admin.patch(`/operators/${account.id}`, { password: weak }),
    ];
    try {
      for (const refused of answers) expectRefusal(await refused, 400, 'invalid_parameter', 'password');
    } finally {
      await row.release();
      await Promise.allSettled(answers);
    }
  });

  it('leaves the second factor in place', async () => {
    const account = await newOperator(test, 'viewer');
    await setUpFactor(await OperatorClient.signIn(test, account), account, clock.now().getTime());
    const { url } = (await admin.post(`/operators/${account.id}/password-reset`)).body;
    await stranger().post('/password-resets/confirm', { token: tokenOf(url), password });
    expectRefusal(
      await stranger().post('/sessions', { email: account.email, password }),
      401,
      'second_factor_required',
      'code',
    );
  });

  it('has a link that expires after an hour, and when the operator is disabled or the password changes', async () => {
    const account = await newOperator(test, 'viewer');
    const make = async () => tokenOf((await admin.post(`/operators/${account.id}/password-reset`)).body.url);
    const confirm = (token: string) => stranger().post('/password-resets/confirm', { token, password });
    const old = await make();
    clock.advance({ minutes: 60 });
    admin = await OperatorClient.enter(test, 'admin');
    expectRefusal(await confirm(old), 410, 'link_expired');
    const overtaken = await make();
    await admin.patch(`/operators/${account.id}`, { password: 'told by an administrator' });
    expectRefusal(await confirm(overtaken), 410, 'link_expired');
    const shut = await make();
    await admin.patch(`/operators/${account.id}`, { disabled: true });
    expectRefusal(await confirm(shut), 410, 'link_expired');
    expectRefusal(await admin.post(`/operators/${account.id}/password-reset`), 404, 'not_found');
  });

  it('is rate limited', async () => {
    const email = freshEmail();
    const ask = () => stranger().post('/password-resets', { email });
    for (let time = 0; time < 3; time += 1) expect((await ask()).status).toBe(204);
    expectRefusal(await ask(), 429, 'rate_limit_exceeded');
  });

  it('refuses cross-site requests', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await stranger().post('/password-resets', { email: freshEmail() }, { headers });
    expectRefusal(answer, 403, 'request_not_trusted');
  });
});

describe('an operator’s own password and sessions', () => {
  it('requires the old password for a change, which ends every other session', async () => {
    const account = await newOperator(test, 'viewer');
    const [here, elsewhere] = [
      await OperatorClient.signIn(test, account),
      await OperatorClient.signIn(test, account),
    ];
    expectRefusal(
      await here.put('/me/password', { current_password: 'wrong', password }),
      400,
      'wrong_credentials',
      'current_password',
    );
    const change = { current_password: account.password, password };
    expect((await here.put('/me/password', change)).status).toBe(204);
    expect((await here.get('/session')).status).toBe(200);
    expectRefusal(await elsewhere.get('/session'), 401, 'invalid_token');
    await OperatorClient.signIn(test, { ...account, password });
    expect(await actionsOn(account.id)).toContain('operator.password_changed');
  });

  it('are listed with their origin, and can be ended one by one or all except the current one', async () => {
    const account = await newOperator(test, 'viewer');
    const here = await OperatorClient.signIn(test, account);
    const others = [await OperatorClient.signIn(test, account), await OperatorClient.signIn(test, account)];
    const listed = (await here.get('/me/sessions')).body.data as { id: string; current: boolean }[];
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed[0]).toMatchObject({ carrier: 'token', address: '127.0.0.1', agent: 'node' });
    const another = (await others[0]?.get('/me/sessions'))?.body.data.find(
      (each: { current: boolean }) => each.current,
    );
    expect((await here.delete(`/me/sessions/${another.id}`)).status).toBe(204);
    expectRefusal(await here.delete(`/me/sessions/${another.id}`), 404, 'not_found');
    expect((await here.delete('/me/sessions')).status).toBe(204);
    expect((await here.get('/me/sessions')).body.data).toHaveLength(1);
    for (const client of others) expectRefusal(await client.get('/session'), 401, 'invalid_token');
  });

  it('cannot be ended by another operator', async () => {
    const mine = await OperatorClient.enter(test, 'viewer');
    const theirs = await OperatorClient.enter(test, 'viewer');
    const [{ id }] = (await theirs.get('/me/sessions')).body.data;
    expectRefusal(await mine.delete(`/me/sessions/${id}`), 404, 'not_found');
    expect((await theirs.get('/session')).status).toBe(200);
  });
});
