// Messages that operators write to the contacts of a booking: preview, refusals, sending, and the notice of a skipped stop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failStop } from '../../src/domain/booking/booking-progress.ts';
import { startTestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { bookVan } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';

interface Previewed {
  readonly recipient: string;
  readonly channel: string;
  readonly refusal: string | null;
  readonly text: string | null;
}

/** 10:00 in New York. */
const morning = new Date('2027-03-10T15:00:00Z');
const clock = new TestClock(morning);
const ana = { phone_number: '+13125550142', name: 'Ana', email: 'ana@example.com', stop_positions: [1] };
let people: MessagingEnvironment;
let operator: OperatorClient;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
  operator = await OperatorClient.enter(people.test);
});
afterAll(() => people.close());

const bookFor = async (...contacts: object[]) => {
  const booking = await people.book({ contacts });
  await people.settled(booking.id);
  return booking;
};
const preview = async (id: string, draft: object) => {
  const { status, body, text } = await operator.post(`/bookings/${id}/messages/preview`, draft);
  expect(status, text).toBe(200);
  return body as { expected_at: string | null; stop_id: string; data: Previewed[] };
};

/** The crew cannot complete the destination: the contact is not there. */
async function failAtDestination(id: string): Promise<string> {
  const { mover } = people;
  await mover.assign(id);
  for (const step of ['depart', 'arrive', 'complete', 'depart', 'arrive'] as const) await mover[step](id);
  let stopId = '';
  await mover.move(id, (booking, moment) => {
    stopId = booking.dispatch?.routeStopId ?? '';
    return failStop(booking, { stopId, reason: 'Contact not there: rang twice', photoUrls: [] }, moment);
  });
  await people.settled(id);
  return stopId;
}

describe('a message of an operator', () => {
  it('is previewed word for word, sent once per key, recorded and shown', async () => {
    const { id, hid, contacts } = await bookFor(ana);
    const draft = { template: 'late', expected_at: '2027-03-10T20:30:00Z' };
    const { data } = await preview(id, draft);
    expect(data.map(({ channel, refusal }) => [channel, refusal])).toEqual([
      ['sms', null],
      ['email', null],
    ]);
    expect(data[0]?.text).toContain(`running late for booking ${hid} and is now expected around 3:30 PM`);
    const body = { ...draft, to: [{ recipient: contacts[0]?.id, channel: 'sms' }] };
    const before = people.twilio.smsTextsTo(ana.phone_number);
    const send = () =>
      operator.post(`/bookings/${id}/messages`, body, { headers: { 'idempotency-key': `late-${id}` } });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status, first.text).toBe(201);
    expect(second.body).toEqual(first.body);
    expect((await send()).body).toEqual(first.body);
    await people.settled(id);
    expect(people.twilio.smsTextsTo(ana.phone_number)).toEqual([...before, data[0]?.text]);
    const { body: page } = await operator.get(`/bookings/${id}`);
    expect(page.messages[0]).toMatchObject({ kind: 'late', status: 'sent', written_by: expect.any(String) });
    expect(
      page.timeline.filter((entry: { action?: string }) => entry.action === 'booking.message_sent'),
    ).toEqual([expect.objectContaining({ by: expect.objectContaining({ kind: 'operator' }) })]);
    const other = { ...body, expected_at: null };
    const reused = { headers: { 'idempotency-key': `late-${id}` } };
    expectRefusal(
      await operator.post(`/bookings/${id}/messages`, other, reused),
      422,
      'idempotency_key_reused',
    );
  });

  it('has the text of the operator, also at night, in one line', async () => {
    const { id, contacts } = await bookFor({ ...ana, phone_number: '+13125550143' });
    const draft = { template: 'custom', text: 'Please use\nthe {back} door.' };
    const to = ['sms', 'email'].map((channel) => ({ recipient: contacts[0]?.id, channel }));
    clock.set(new Date('2027-03-11T05:00:00Z'));
    const atNight = await OperatorClient.enter(people.test);
    expect((await atNight.post(`/bookings/${id}/messages`, { ...draft, to })).status).toBe(201);
    const rows = (await people.settled(id)).filter(({ kind }) => kind === 'custom');
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
    for (const { content } of rows) expect(content?.text).toContain('Please use the {back} door.');
    clock.set(morning);
    expectRefusal(
      await operator.post(`/bookings/${id}/messages/preview`, { template: 'custom' }),
      400,
      'missing_parameter',
      'text',
    );
  });

  it('says why a channel cannot be used, and is refused then, without sending to the others', async () => {
    const foreign = { phone_number: '+37127123456', name: 'Ilze' };
    const { id, contacts } = await bookFor({ ...ana, phone_number: '+13125550144' }, foreign);
    await queryAsOwner(
      people.test.connection,
      `insert into message_opt_out values ('sms', '+13125550144', 'reply', now())`,
      [],
    );
    const { data } = await preview(id, { template: 'custom', text: 'Hello' });
    expect(data.map(({ refusal }) => refusal)).toEqual([
      'opted_out',
      null,
      'country_not_allowed',
      'no_address',
    ]);
    const to = [
      { recipient: contacts[0]?.id, channel: 'email' },
      { recipient: contacts[0]?.id, channel: 'sms' },
    ];
    const draft = { template: 'custom', text: 'Hello', to };
    expectRefusal(await operator.post(`/bookings/${id}/messages`, draft), 409, 'message_not_sendable');
    expect((await people.rowsOf(id)).filter(({ kind }) => kind === 'custom')).toEqual([]);
    const stranger = { ...draft, to: [{ recipient: 'customer', channel: 'email' }] };
    expectRefusal(
      await operator.post(`/bookings/${id}/messages`, stranger),
      400,
      'invalid_parameter',
      'to[0].recipient',
    );
    const silent = await people.book({ contacts: [ana], customer_notifications_enabled: false });
    const off = await preview(silent.id, { template: 'custom', text: 'Hello' });
    expect(off.data.map(({ refusal }) => refusal)).toEqual(['notifications_off', 'notifications_off']);
  });

  it('needs a dispatcher and an existing booking, and is not possible without a messaging service', async () => {
    const { id } = await bookFor(ana);
    const viewer = await OperatorClient.enter(people.test, 'viewer');
    const draft = { template: 'custom', text: 'Hello' };
    expectRefusal(await viewer.post(`/bookings/${id}/messages/preview`, draft), 403, 'insufficient_role');
    expectRefusal(await operator.post('/bookings/NONESUCH/messages/preview', draft), 404, 'not_found');
    const late = { template: 'not_delivered' };
    expectRefusal(await operator.post(`/bookings/${id}/messages/preview`, late), 409, 'message_not_sendable');
    const bare = await startTestApp();
    try {
      const dispatcher = await OperatorClient.enter(bare);
      const booking = await bookVan(await bare.partner(), { contacts: [ana] });
      const { body } = await dispatcher.post(`/bookings/${booking.id}/messages/preview`, draft);
      expect(body.data[0].refusal).toBe('not_connected');
    } finally {
      await bare.close();
    }
  });
});

describe('a stop that was not completed', () => {
  it('is explained to its contacts: before the decision by the operator, after skipping by itself', async () => {
    const seller = { phone_number: '+13125550146', name: 'Bo', stop_positions: [0] };
    const { id, contacts } = await bookFor({ ...ana, phone_number: '+13125550145' }, seller);
    const stopId = await failAtDestination(id);
    const { stop_id, data } = await preview(id, { template: 'not_delivered', next: 'sender_contacts' });
    expect(stop_id).toBe(stopId);
    expect(data[0]?.text).toMatch(
      /we could not deliver to .+: the contact was not there\. We will contact you about a new time\. Details: http/,
    );
    const skip = { reason: 'Contact not there' };
    expect((await operator.post(`/bookings/${id}/stops/${stopId}/skip`, skip)).status).toBe(200);
    const rows = (await people.settled(id)).filter(({ kind }) => kind === 'not_delivered');
    expect(rows.map(({ recipient, channel, status }) => [recipient, channel, status])).toEqual([
      [contacts[0]?.id, 'sms', 'sent'],
      [contacts[0]?.id, 'email', 'sent'],
    ]);
    expect(rows[0]?.content?.text).toMatch(/: the contact was not there\. Please contact .+\. Details: http/);
  });
});
