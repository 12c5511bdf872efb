// The attacks of the security review, severity high, through the public surface. Each must be refused. The rules behind
// them have their own tests; the files of this folder are the list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../../src/features/oauth/issue-client.ts';
import { type ApiClient, expectProblem } from '../../support/api-client.ts';
import { TestClock } from '../../support/clock.ts';
import { MessagingEnvironment } from '../../support/messaging-environment.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { PortalClient } from '../../support/portal-client.ts';
import { until } from '../../support/until.ts';

let people: MessagingEnvironment;
beforeAll(async () => {
  people = await MessagingEnvironment.start(new TestClock(new Date('2027-03-10T15:30:00Z')));
});
afterAll(() => people.close());

/** A client with all scopes, and a stolen token of it that may only write. */
async function stolenToken(): Promise<{ owner: ApiClient; client: IssuedClient; stolen: ApiClient }> {
  const { client } = await people.test.organization();
  const owner = await people.test.partner({ client });
  return { owner, client, stolen: await people.test.partner({ client, scope: 'org:write' }) };
}

const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('H1: a stolen token with the scope org:write', () => {
  it('reads no bookings, statements or logged requests, neither directly nor in the portal', async () => {
    const { owner, stolen } = await stolenToken();
    const portal = await PortalClient.enter(stolen);
    const logged = async () => (await (await PortalClient.enter(owner)).get('/requests')).body.data[0]?.id;
    const id = await until(logged, (found) => found !== undefined);
    for (const path of ['/bookings', '/billing/records', '/billing/statements'])
      expect(codeOf(await stolen.get(path)), path).toEqual([403, 'insufficient_scope']);
    for (const path of ['/requests', `/requests/${id}`])
      expect(codeOf(await portal.get(path)), path).toEqual([403, 'insufficient_scope']);
    expect((await portal.get('/endpoints')).status, 'the contract permits endpoints').toBe(200);
  });

  it('neither creates a key with more scopes nor rotates the own key: it lacks the secret, and the scopes', async () => {
    const { owner, client, stolen } = await stolenToken();
    const portal = await PortalClient.enter(stolen);
    const attempts = async () => [
      codeOf(await portal.post('/keys', { name: 'Backdoor', scopes: ['org'] })),
      codeOf(await portal.post(`/keys/${client.id}/rotate`, { overlap_hours: 0 })),
    ];
    expect(await attempts()).toEqual(Array(2).fill([403, 'step_up_required']));
    const guessed = await portal.post('/confirmation', { client_secret: stolen.token });
    expect(codeOf(guessed)).toEqual([400, 'invalid_client']);
    expect(await attempts()).toEqual(Array(2).fill([403, 'step_up_required']));
    await portal.confirm(client);
    expect(await attempts()).toEqual(Array(2).fill([403, 'insufficient_scope']));
    expect((await portal.get('/keys')).body.data).toHaveLength(1);
    expect((await owner.get('/account')).status, 'the owner is not locked out').toBe(200);
    expect((await people.test.partner({ client })).token).toBeTruthy();
  });

  it('leaves a trail and a mail with each key, and its keys are found and disabled with the session', async () => {
    const { owner, client, stolen } = await stolenToken();
    await owner.patch('/account', { contact_email: 'owner@example.com' });
    const portal = await (await PortalClient.enter(stolen)).confirm(client);
    const made = (await portal.post('/keys', { name: 'As much', scopes: ['org:write'] })).body;
    const key = { id: made.id, clientId: made.client_id, clientSecret: made.client_secret };
    const ofKey = await people.test.partner({ client: key });
    expect((await ofKey.get('/webhooks')).status).toBe(200);
    const mails = async () => people.inbox.received.filter(({ to }) => to === 'owner@example.com');
    await until(mails, (found) => found.some(({ text }) => text.includes('API client was created: As much')));

    await stolen.post('/oauth/revoke', { token: stolen.token });
    expect((await portal.get('/keys')).status, 'the session ends with its token').toBe(401);
    const admin = await OperatorClient.enter(people.test, 'admin');
    const created = await admin.get(`/security-events?event=client.created&subject=${key.id}`);
    expect(created.body.data).toMatchObject([{ actor: { kind: 'client', id: client.clientId } }]);
    const disabled = await admin.post(`/clients/${client.id}/derived/disable`, {
      token_id: made.created_by_token_id,
    });
    expect(disabled.body.client_ids).toEqual([key.clientId]);
    expect((await ofKey.get('/webhooks')).status, 'a token of the key').toBe(401);
    await expect(people.test.partner({ client: key }), 'the secret of the key').rejects.toThrow(
      'no token: 400',
    );
    expect((await owner.get('/account')).status, 'the owner').toBe(200);
  });
});

describe('H2: a token of a stolen secret', () => {
  it('is listed, and is refused on the next call after a rotation without overlap', async () => {
    const { client } = await people.test.organization();
    const stolen = await people.test.partner({ client });
    const portal = await (await PortalClient.enter(await people.test.partner({ client }))).confirm(client);
    expect((await stolen.get('/account')).status).toBe(200);
    const { data } = (await portal.get(`/keys/${client.id}/tokens`)).body;
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      scopes: expect.arrayContaining(['org']),
      created_at: expect.any(String),
    });
    const rotated = await portal.post(`/keys/${client.id}/rotate`, { overlap_hours: 0 });
    expect(rotated.status, rotated.text).toBe(200);
    expect((await stolen.get('/account')).status).toBe(401);
    expect((await portal.get('/keys')).status, 'a portal session of the old secret').toBe(401);
    await expect(people.test.partner({ client })).rejects.toThrow('no token: 400');
    const renewed = { ...client, clientSecret: rotated.body.client_secret };
    expect((await (await people.test.partner({ client: renewed })).get('/account')).status).toBe(200);
  });
});

describe('H3: a booking with 20 foreign numbers, two changes and a cancellation', () => {
  it('is accepted and sends no SMS', async () => {
    const contacts = Array.from({ length: 20 }, (_, nth) => ({ phone_number: `+3712712${3400 + nth}` }));
    const { id } = await people.book({ contacts });
    for (const days of [2, 3]) {
      const from = new Date(people.clock.now().getTime() + days * 86_400_000).toISOString();
      const changed = await people.partner.patch(`/bookings/${id}`, { arrival_window_from: from });
      expect(changed.status, changed.text).toBe(200);
    }
    expect((await people.partner.post(`/bookings/${id}/cancel`)).status).toBe(200);
    const rows = await people.settled(id);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    for (const { status, channel } of rows) expect([channel, status]).not.toEqual(['sms', 'sent']);
    expect(rows.filter(({ reason }) => reason === 'country_not_allowed').length).toBeGreaterThanOrEqual(20);
    expect(people.twilio.sent).toEqual([]);
  });

  it('cannot pretend to come from a bank: marks are refused, and a new name waits for an operator', async () => {
    for (const name of ['Bank\u202eeralc', 'Bank\u2066', 'Bank\u0000', 'Bank\n<b>'])
      expectProblem(await people.partner.patch('/account', { name }), 400, {
        code: 'invalid_parameter',
        param: 'name',
      });
    await people.partner.patch('/account', { name: 'Your Bank' });
    const { id } = await people.book({ contacts: [{ phone_number: '+13125550123' }] });
    await people.settled(id);
    const [text] = people.twilio.smsTextsTo('+13125550123');
    expect(text).toContain('Acme Furniture');
    expect(text).not.toContain('Your Bank');
  });
});
