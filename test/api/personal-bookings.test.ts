// Bookings of personal accounts, made with the token of a user.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bearerOf, requestToken } from '../support/oauth.ts';

const order = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
  arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
};
const byMail = { name: 'Ana', email: 'ana@example.com' };

describe('a booking of a personal account', () => {
  let test: TestApp;
  let user: { id: string; accountId: string };
  let person: ApiClient;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    const { id, client: own } = await test.organization();
    partner = await test.partner({ client: own });
    const client = await test.client(id, { grants: ['password'], scopes: ['user'] });
    user = await test.user('jamie', 'opened sesame');
    const fields = { grant_type: 'password', client_id: client.clientId };
    person = bearerOf(
      test,
      await requestToken(test, { ...fields, username: 'jamie', password: 'opened sesame' }),
    );
  });
  afterAll(() => test.close());

  const book = async (body: object = {}, client = person) =>
    (await client.post('/bookings', { ...order, ...body })).body;
  const recipientsOf = async ({ id }: { id: string }) =>
    (await queryAsOwner(test.connection, 'select booked_by, recipients from booking where id = $1', [id]))[0];

  it('records the user who made it as the recipient of messages', async () => {
    const booking = await book();
    expect(booking).toMatchObject({ state: 'created', customer: null, contacts: [] });
    expect(booking).not.toHaveProperty('booked_by');
    expect(await recipientsOf(booking)).toEqual({ booked_by: user.id, recipients: 'booking_user' });
    const path = `/bookings/${booking.id}`;
    await person.patch(path, { description: 'A sofa' });
    expect(await recipientsOf(booking)).toEqual({ booked_by: user.id, recipients: 'booking_user' });
    const { updated_at: before } = (await person.get(path)).body;
    const silenced = (await person.patch(path, { contacts: [] })).body;
    expect(silenced.contacts).toEqual([]);
    expect(Date.parse(silenced.updated_at)).toBeGreaterThan(Date.parse(before));
    expect(await recipientsOf(booking)).toEqual({ booked_by: user.id, recipients: 'contacts' });
  });

  it('notifies exactly the contacts it names', async () => {
    for (const contacts of [[], [{ phone_number: '+14155552671' }]]) {
      const booking = await book({ contacts });
      expect(booking.contacts).toHaveLength(contacts.length);
      expect(await recipientsOf(booking)).toEqual({ booked_by: user.id, recipients: 'contacts' });
    }
  });

  it('refuses a customer on creation and on update', async () => {
    const refused = { type: 'validation_error', code: 'customer_not_allowed', param: 'customer' };
    expectProblem(await person.post('/bookings', { ...order, customer: byMail }), 400, refused);
    const { id } = await book();
    expectProblem(await person.patch(`/bookings/${id}`, { customer: byMail }), 400, refused);
  });

  it('is not visible to the organization of the client that the user signed in with', async () => {
    const { id } = await book();
    expect((await partner.get(`/bookings/${id}`)).status).toBe(404);
    expect((await partner.post(`/bookings/${id}/cancel`)).status).toBe(404);
    expect((await person.post(`/bookings/${id}/cancel`)).status).toBe(200);
  });

  it('differs from a booking of an organization, which records no user', async () => {
    expect(await recipientsOf(await book({}, partner))).toEqual({ booked_by: null, recipients: 'contacts' });
    const mailed = await book({ customer: byMail }, partner);
    expect(mailed.contacts).toEqual([]);
    expect(await recipientsOf(mailed)).toEqual({ booked_by: null, recipients: 'customer' });
    const silent = await book({ customer: byMail, contacts: [] }, partner);
    expect(await recipientsOf(silent)).toEqual({ booked_by: null, recipients: 'contacts' });
    const { origin: publicUrl } = new URL(mailed.share_url);
    const { checks } = await runDoctor(test.system, { publicUrl, now: new Date() });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
  });
});
