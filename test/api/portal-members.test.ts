// People of an organization: operators and portal admins give them access, they sign in to the portal with one-time links by
// e-mail, and lose everything at once when they are removed.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventStream } from '../support/event-stream.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';
import { SmtpInbox } from '../support/smtp-inbox.ts';
import { until } from '../support/until.ts';

const clock = new TestClock();
let test: TestApp;
let inbox: SmtpInbox;
let account: Awaited<ReturnType<typeof newOperator>>;
beforeAll(async () => {
  inbox = await SmtpInbox.start();
  const variables = { SMTP_URL: inbox.url, MAIL_FROM: 'Waybill <no-reply@waybill.example>' };
  test = await startTestApp({ clock, variables });
  test.app.worker.start();
  account = await newOperator(test, 'admin');
});
afterAll(async () => {
  await test?.close();
  await inbox?.close();
});

const freshEmail = () => `Person.${randomBytes(4).toString('hex')}@Partner.example`;

/** Signs in again, so that the session is confirmed on the test clock. */
const operator = () => OperatorClient.signIn(test, account);

async function add(
  organizationId: string,
  { email = freshEmail(), role = 'admin', name = 'Ana Flores' } = {},
) {
  const path = `/organizations/${organizationId}/portal-members`;
  const { status, body, text } = await (await operator()).post(path, { email, name, role });
  expect(status, text).toBe(201);
  return { id: String(body.id), email, body };
}

const mailsTo = (email: string) =>
  inbox.received.filter(({ to }) => to.toLowerCase() === email.toLowerCase());
const mailTo = (email: string, count = 1) =>
  until(
    async () => mailsTo(email),
    (all) => all.length >= count,
  );
const tokensIn = (text: string) =>
  [...text.matchAll(/\/portal#token=(wb_production_portal_[\w-]{43})/g)].map(([, token = '']) => token);

async function invitedToken(email: string, count = 1): Promise<string> {
  const mail = (await mailTo(email, count)).at(-1);
  const [token] = tokensIn(mail?.text ?? '');
  expect(token, mail?.text).toBeDefined();
  return token ?? '';
}

async function enter(token: string): Promise<PortalClient> {
  const visitor = new PortalClient(test.baseUrl);
  const answer = await visitor.exchange(token);
  expect(answer.status, answer.text).toBe(204);
  await visitor.readSession();
  return visitor;
}

async function signedIn(organizationId: string, options?: Parameters<typeof add>[1]) {
  const member = await add(organizationId, options);
  return { ...member, visitor: await enter(await invitedToken(member.email)) };
}

const request = (email: string) => new PortalClient(test.baseUrl).post('/sign-in', { email });

function expectRefused({ status, body, text }: TestResponse, expected: number, code: string): void {
  expect([status, body?.code], text).toEqual([expected, code]);
}

const entriesAbout = (id: string) =>
  queryAsOwner<{ action: string; actor_kind: string; actor_id: string }>(
    test.connection,
    'select action, actor_kind, actor_id from audit_entry where subject_id = $1 or actor_id = $1 order by id',
    [id],
  );

describe('a person whom an operator adds', () => {
  it('gets a link by e-mail, which opens the portal as this person', async () => {
    const { id: organizationId } = await test.organization('Northwind');
    const { id, email, body, visitor } = await signedIn(organizationId);
    expect(body).toMatchObject({ email, name: 'Ana Flores', role: 'admin', mail: 'waiting', url: null });
    const mail = mailsTo(email)[0];
    expect(mail?.headers['subject']).toBe('Your access to the delivery portal');
    expect(mail?.text).toMatch(/Open Northwind[\s\S]*works once and expires in 3 days \(.* UTC\)/);
    const { body: session } = await visitor.readSession();
    expect(session).toMatchObject({
      account: { id: organizationId },
      member: { name: 'Ana Flores', email, role: 'admin' },
      manages_people: true,
      scopes: ['public', 'org'],
    });
    expect((await visitor.get('/bookings')).status).toBe(200);
    const [listed] = (await (await operator()).get(`/organizations/${organizationId}/portal-members`)).body
      .data;
    expect(listed).toMatchObject({ id, mail: 'sent', last_signed_in_at: clock.now().toISOString() });
  });

  it('acts under the own name in the audit trail and in the history of a booking', async () => {
    const { id: organizationId } = await test.organization();
    const { id, email, visitor } = await signedIn(organizationId);
    const created = await visitor.post('/endpoints', { url: 'https://hooks.example.com/a' });
    expect(created.status, created.text).toBe(201);
    const actions = (await entriesAbout(id)).map(({ action, actor_kind }) => `${action} by ${actor_kind}`);
    expect(actions).toEqual([
      'portal_member.added by operator',
      'portal_link.created by operator',
      'portal_session.started by portal_member',
      'webhook_endpoint.created by portal_member',
    ]);
    const { body } = await (await operator()).get(`/security-events?account_id=${organizationId}`);
    const started = body.data.find(({ event }: { event: string }) => event === 'portal_session.started');
    expect(started.actor).toEqual({ kind: 'portal_member', id, name: `Ana Flores (${email})` });
  });

  it('is known to the contact of the organization', async () => {
    const { id } = await test.organization();
    await (await operator()).patch(`/organizations/${id}`, {
      contact_email: `contact-${id}@partner.example`,
    });
    const { email } = await add(id);
    const texts = async () => mailsTo(`contact-${id}@partner.example`).map(({ text }) => text);
    const expected = `A person got access to the portal: Ana Flores (${email})`;
    await until(texts, (all) => all.some((text) => text.startsWith(expected)));
  });

  it('has one address per organization, in any case of letters', async () => {
    const { id } = await test.organization();
    const { email } = await add(id);
    const again = { email: email.toUpperCase(), name: 'Ana', role: 'member' };
    const answer = await (await operator()).post(`/organizations/${id}/portal-members`, again);
    expectRefused(answer, 400, 'invalid_parameter');
    expect(answer.body.param).toBe('email');
  });

  it('needs an administrator with a recent confirmation, and an organization', async () => {
    const { id } = await test.organization();
    const body = { email: freshEmail(), name: 'Ana', role: 'member' };
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    const refused = await dispatcher.post(`/organizations/${id}/portal-members`, body);
    expect(refused.status, refused.text).toBe(403);
    const admin = await operator();
    clock.advance({ minutes: 11 });
    expectRefused(await admin.post(`/organizations/${id}/portal-members`, body), 403, 'step_up_required');
    const { accountId } = await test.user(`user-${id}`, 'a password of my own');
    expectRefused(
      await (await operator()).post(`/organizations/${accountId}/portal-members`, body),
      404,
      'not_found',
    );
  });
});

describe('a link of a person', () => {
  it('works once: of two browsers that open it at the same time, one is signed in', async () => {
    const { email } = await add((await test.organization()).id);
    const token = await invitedToken(email);
    const answers = await Promise.all([1, 2].map(() => new PortalClient(test.baseUrl).exchange(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401]);
    expectRefused(await new PortalClient(test.baseUrl).exchange(token), 401, 'session_ended');
  });

  it('is stored as a hash only, also while it is mailed', async () => {
    const { email } = await add((await test.organization()).id);
    const token = await invitedToken(email);
    const rows = await queryAsOwner<{ text: string }>(
      test.connection,
      `select l::text as text from portal_link l union all select j::text from due_job j
        union all select m::text from message m union all select p::text from portal_member p`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ text }) => text).join()).not.toContain(token.slice(-43));
    expect(test.logged()).not.toContain(token);
  });

  it('expires after 15 minutes if it was requested, and after three days if it was sent', async () => {
    const { email } = await add((await test.organization()).id);
    const sent = await invitedToken(email);
    clock.advance({ hours: 71, minutes: 59 });
    await enter(sent);
    expect((await request(email)).status).toBe(204);
    const requested = await invitedToken(email, 2);
    clock.advance({ minutes: 15 });
    expectRefused(await new PortalClient(test.baseUrl).exchange(requested), 401, 'session_ended');
  });

  it('ends when a newer one is sent', async () => {
    const { id, email } = await add((await test.organization()).id);
    const first = await invitedToken(email);
    const answer = await (await operator()).post(`/portal-members/${id}/link`);
    expect(answer.status, answer.text).toBe(200);
    const second = await invitedToken(email, 2);
    expectRefused(await new PortalClient(test.baseUrl).exchange(first), 401, 'session_ended');
    await enter(second);
  });

  it('is sent again after the mail server refused it for a time', async () => {
    inbox.refuseOnce({ at: 'rcpt', code: 451 });
    const { email, id } = await add((await test.organization()).id);
    await until(
      () =>
        queryAsOwner<{ data: { failed: number } }>(
          test.connection,
          'select data from due_job where key = $1',
          [id],
        ),
      ([job]) => job?.data.failed === 1,
    );
    clock.advance({ minutes: 5 });
    await enter(await invitedToken(email));
  });
});

describe('sign-in with an e-mail address', () => {
  it('mails one link for each organization of the address', async () => {
    const email = freshEmail();
    const organizations = [await test.organization('Fabrikam'), await test.organization('Contoso')];
    for (const { id } of organizations) await add(id, { email });
    await mailTo(email, 2);
    expect((await request(email.toLowerCase())).status).toBe(204);
    const mail = (await mailTo(email, 3)).at(-1);
    expect(mail?.text.indexOf('Open Contoso')).toBeLessThan(mail?.text.indexOf('Open Fabrikam') ?? 0);
    const names: string[] = [];
    for (const token of tokensIn(mail?.text ?? ''))
      names.push((await (await enter(token)).readSession()).body.account.name);
    expect(names).toEqual(['Contoso', 'Fabrikam']);
  });

  it('answers the same for addresses with and without access, and mails only the first', async () => {
    const { email } = await add((await test.organization()).id);
    const [stranger, removed] = [freshEmail(), await signedIn((await test.organization()).id)];
    await (await operator()).delete(`/portal-members/${removed.id}`);
    await mailTo(email);
    const answers = [await request(stranger), await request(removed.email), await request(email)];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
    await mailTo(email, 2);
    const open = 'select key from due_job where kind = $1';
    await until(
      () => queryAsOwner(test.connection, open, ['portal.mail_links']),
      (jobs) => jobs.length === 0,
    );
    expect(mailsTo(stranger)).toEqual([]);
    expect(mailsTo(removed.email)).toHaveLength(1);
  });

  it('is throttled by address, known or not', async () => {
    const { email } = await add((await test.organization()).id);
    for (const each of [email, freshEmail()]) {
      const statuses: number[] = [];
      for (let call = 0; call < 7; call += 1) statuses.push((await request(each)).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429]);
    }
  });

  it('refuses what is no e-mail address', async () => {
    for (const email of ['', 'ana', 'ana@partner.example\nbcc: x@y.example', `${'a'.repeat(256)}@x.example`])
      expect((await request(email)).status).toBe(400);
  });
});

describe('a removed person', () => {
  it('is signed out at once, with open streams, links and pages', async () => {
    const { id: organizationId } = await test.organization();
    const { id, email, visitor } = await signedIn(organizationId);
    await (await operator()).post(`/portal-members/${id}/link`);
    const unused = await invitedToken(email, 2);
    const stream = await EventStream.open(`${test.baseUrl}/portal/api/stream`, visitor.headers('GET', false));
    expect(await stream.next()).toBe('retry: 2000');
    expect((await (await operator()).delete(`/portal-members/${id}`)).status).toBe(204);
    expect(await stream.next()).toBeNull();
    stream.close();
    expectRefused(await visitor.get('/session'), 401, 'session_ended');
    expectRefused(await new PortalClient(test.baseUrl).exchange(unused), 401, 'session_ended');
    expect(
      (await (await operator()).get(`/organizations/${organizationId}/portal-members`)).body.data,
    ).toEqual([]);
    expectRefused(await (await operator()).delete(`/portal-members/${id}`), 404, 'not_found');
    await add(organizationId, { email });
  });
});

describe('people in the portal', () => {
  it('are added and removed by an admin who signed in within the last ten minutes', async () => {
    const { id: organizationId } = await test.organization();
    const { id, visitor, email: adminEmail } = await signedIn(organizationId);
    const email = freshEmail();
    const added = await visitor.post('/members', { email, name: 'Ben Ito', role: 'member' });
    expect(added.status, added.text).toBe(201);
    const ben = await enter(await invitedToken(email));
    const { body } = await visitor.get('/members');
    expect(body.own_id).toBe(id);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Ana Flores', 'Ben Ito']);
    expect((await ben.readSession()).body).toMatchObject({
      manages_people: false,
      member: { role: 'member' },
    });
    clock.advance({ minutes: 11 });
    expectRefused(await visitor.call('DELETE', `/members/${added.body.id}`), 403, 'step_up_required');
    expect((await request(adminEmail)).status).toBe(204);
    const again = await enter(await invitedToken(adminEmail, 2));
    expect((await again.call('DELETE', `/members/${added.body.id}`)).status).toBe(204);
    expectRefused(await ben.get('/session'), 401, 'session_ended');
  });

  it('are out of reach of members, who cannot give themselves more rights with an API client either', async () => {
    const { visitor } = await signedIn((await test.organization()).id, { role: 'member' });
    expectRefused(await visitor.get('/members'), 403, 'insufficient_scope');
    const body = { email: freshEmail(), name: 'Eve', role: 'admin' };
    expectRefused(await visitor.post('/members', body), 403, 'insufficient_scope');
    expectRefused(await visitor.get('/keys'), 403, 'insufficient_scope');
    expectRefused(await visitor.post('/keys', { name: 'Eve' }), 403, 'insufficient_scope');
  });

  it('are those of the own organization: ids of others do not exist', async () => {
    const { visitor } = await signedIn((await test.organization()).id);
    const foreign = await add((await test.organization()).id);
    const [link, removal, unknown] = [
      await visitor.post(`/members/${foreign.id}/link`),
      await visitor.call('DELETE', `/members/${foreign.id}`),
      await visitor.call('DELETE', '/members/0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9e55'),
    ];
    for (const answer of [link, removal, unknown, await visitor.call('DELETE', '/members/x')])
      expectRefused(answer, 404, 'not_found');
    expect(removal.body.message).toBe(unknown.body.message);
  });

  it('always include the admin who is the last one, until an operator decides otherwise', async () => {
    const { id: organizationId } = await test.organization();
    const [first, second] = [await signedIn(organizationId), await signedIn(organizationId)];
    const answers = await Promise.all(
      [first, second].map(({ id, visitor }) => visitor.call('DELETE', `/members/${id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin');
    const [left] = (await (await operator()).get(`/organizations/${organizationId}/portal-members`)).body
      .data;
    expect((await (await operator()).delete(`/portal-members/${left.id}`)).status).toBe(204);
  });

  it('are managed by API clients with all rights after a step-up, and by no others', async () => {
    const { id: organizationId, client } = await test.organization();
    await add(organizationId);
    const visitor = await PortalClient.enter(await test.partner({ client }));
    expect((await visitor.get('/members')).body).toMatchObject({
      own_id: null,
      data: [{ name: 'Ana Flores' }],
    });
    const body = { email: freshEmail(), name: 'Ben Ito', role: 'member' };
    expectRefused(await visitor.post('/members', body), 403, 'step_up_required');
    await visitor.confirm(client);
    expect((await visitor.post('/members', body)).status).toBe(201);
    const writer = await PortalClient.enter(await test.partner({ client, scope: 'org:write' }));
    expectRefused(await writer.get('/members'), 403, 'insufficient_scope');
  });

  it('create API clients that name them', async () => {
    const { visitor } = await signedIn((await test.organization()).id);
    const created = await visitor.post('/keys', { name: 'Warehouse' });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ created_by_member: 'Ana Flores', created_by_client_id: null });
    clock.advance({ minutes: 11 });
    expectRefused(await visitor.post('/keys', { name: 'Later' }), 403, 'step_up_required');
    expectRefused(await visitor.post('/confirmation', { client_secret: 'x' }), 403, 'step_up_required');
  });
});

describe('without an e-mail service', () => {
  it('the sign-in page says so, and the operator who adds a person gets the link', async () => {
    const own = await startTestApp({ sharing: test, clock });
    try {
      const portal = new PortalClient(own.baseUrl);
      expect((await portal.get('/sign-in')).body).toMatchObject({
        by_email: false,
        environment: 'production',
      });
      expect((await new PortalClient(test.baseUrl).get('/sign-in')).body.by_email).toBe(true);
      const admin = await OperatorClient.signIn(own, account);
      const { id } = await test.organization();
      const body = { email: freshEmail(), name: 'Ana Flores', role: 'admin' };
      const added = await admin.post(`/organizations/${id}/portal-members`, body);
      expect(added.body).toMatchObject({ mail: 'not_connected' });
      const visitor = await enter(String(added.body.url).split('#token=')[1] ?? '');
      expect((await visitor.readSession()).body.member).toMatchObject({ email: body.email });
      expect(Date.parse(added.body.url_expires_at) - clock.now().getTime()).toBe(72 * 3_600_000);
    } finally {
      await own.close();
    }
  });
});
