// The messages page of operators: content, recipient and delivery status of each message, and resending it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { messageChecks } from '../../src/features/notifications/system/message-check-store.ts';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { INVALID_NUMBER } from '../support/twilio-server.ts';
import { until } from '../support/until.ts';

interface Seen {
  readonly id: string;
  readonly channel: string;
  readonly status: string;
  readonly address: string;
}

/** 10:00 in New York. */
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
let people: MessagingEnvironment;
let operator: OperatorClient;
let bookingId: string;
let hid: string;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
  operator = await OperatorClient.enter(people.test);
  const contacts = [
    { phone_number: '+13125550142', name: 'Ana', email: 'ana_1@example.com' },
    { phone_number: INVALID_NUMBER },
  ];
  const booking = await people.book({ contacts });
  ({ id: bookingId, hid } = booking);
  await people.settled(bookingId);
});
afterAll(() => people.close());

const seen = ({ body }: TestResponse) => body.data as Seen[];
const one = async (query: string) => seen(await operator.get(`/messages?${query}`))[0]?.id ?? '';

describe('the messages that operators see', () => {
  it('are found by booking, status, channel and address', async () => {
    const list = async (query: string) => seen(await operator.get(`/messages?${query}`)).length;
    expect(await list(`booking=${hid.toLowerCase()}`)).toBe(3);
    expect(await list(`booking=${bookingId}&channel=sms`)).toBe(2);
    expect(await list(`status=failed&account_id=${people.accountId}`)).toBe(1);
    expect(await list('address=ANA_')).toBe(1);
    expect(await list('address=ana%25')).toBe(0);
    expect(await list('booking=NONESUCH')).toBe(0);
    expectRefusal(await operator.get('/messages?status=lost'), 400, 'invalid_parameter', 'status');
  });

  it('are paginated, newest first', async () => {
    const ids: string[] = [];
    let path: string | null = '/messages?limit=2';
    while (path !== null) {
      const { body } = await operator.get(path);
      ids.push(...(body.data as Seen[]).map(({ id }) => id));
      path = body.next === null ? null : String(body.next).replace(/^.*\/operator/, '');
    }
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });

  it('show their content, recipient and delivery status', async () => {
    const { body } = await operator.get(`/messages/${await one('channel=email')}`);
    expect(body).toMatchObject({
      account: { id: people.accountId },
      booking: { id: bookingId, hid },
      kind: 'booked',
      address: 'ana_1@example.com',
      subject: `Booking ${hid} is confirmed`,
      status: 'sent',
      attempts: 1,
      resend_of: null,
    });
    expect(body.text).toContain('Hello Ana,');
    expectRefusal(await operator.get('/messages/none'), 404, 'not_found');
  });
});

describe('resending a message', () => {
  it('creates a new message with the same content and an audit entry', async () => {
    const id = await one('channel=sms&status=sent');
    const before = people.twilio.smsTextsTo('+13125550142');
    const again = await operator.post(`/messages/${id}/resend`);
    expect(again.status, again.text).toBe(201);
    expect(again.body).toMatchObject({ status: 'waiting', resend_of: id, address: '+13125550142' });
    await people.settled(bookingId);
    expect(people.twilio.smsTextsTo('+13125550142')).toEqual([...before, ...before]);
    expect((await operator.get(`/messages/${again.body.id}`)).body.status).toBe('sent');
    const trail = await queryAsOwner(
      people.test.connection,
      `select actor_kind from audit_entry where action = 'message.resent' and subject_id = $1`,
      [id],
    );
    expect(trail).toEqual([{ actor_kind: 'operator' }]);
    const now = clock.now();
    const options = { publicUrl: 'http://127.0.0.1:3000', now, more: messageChecks(now) };
    const { checks } = await runDoctor(people.test.system, options);
    const ofMessages = checks.filter(({ name }) => name.startsWith('messages'));
    expect(ofMessages.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it('is refused for viewers, and for recipients who have opted out', async () => {
    const id = await one('channel=sms&status=sent');
    const viewer = await OperatorClient.enter(people.test, 'viewer');
    expectRefusal(await viewer.post(`/messages/${id}/resend`), 403, 'insufficient_role');
    await queryAsOwner(
      people.test.connection,
      `insert into message_opt_out values ('email', 'ana_1@example.com', 'link', now())`,
      [],
    );
    const mail = await one('channel=email');
    expectRefusal(await operator.post(`/messages/${mail}/resend`), 409, 'message_not_sendable');
  });

  it('is refused when its content has been erased, and without a configured provider', async () => {
    const id = await one('status=failed');
    await queryAsOwner(
      people.test.connection,
      'update message set address = null, content = null where id = $1',
      [id],
    );
    expectRefusal(await operator.post(`/messages/${id}/resend`), 409, 'message_not_sendable');
    const unconnected = await startTestApp({ sharing: people.test, clock });
    const other = new OperatorClient(unconnected.baseUrl, operator.headers);
    const sent = await one('channel=sms&status=sent');
    expectRefusal(await other.post(`/messages/${sent}/resend`), 409, 'message_not_sendable');
    await unconnected.close();
  });
});

describe('the settings of an organization', () => {
  it('contain its address, the language of its customers and the cancellation policy', async () => {
    const { body } = await operator.get(`/organizations/${people.accountId}`);
    expect(body).toMatchObject({
      id: people.accountId,
      language: 'en',
      cancellation_policy: { tiers: [] },
    });
    expectRefusal(await operator.get('/organizations/none'), 404, 'not_found');
  });

  it('can be changed by administrators, with one audit entry for each change, and a security event for the contact', async () => {
    const path = `/organizations/${people.accountId}`;
    expectRefusal(await operator.patch(path, { language: 'es' }), 403, 'insufficient_role');
    const admin = await OperatorClient.enter(people.test, 'admin');
    const changed = await admin.patch(path, {
      name: 'Acme of Ohio',
      contact_email: 'ops@example.com',
      language: 'es',
    });
    expect(changed.body).toMatchObject({
      name: 'Acme of Ohio',
      contact_email: 'ops@example.com',
      language: 'es',
    });
    expect((await admin.patch(path, { contact_email: null })).body).toMatchObject({
      name: 'Acme of Ohio',
      contact_email: null,
    });
    expect((await admin.patch(path, { name: 'Acme of Ohio', language: 'es' })).status).toBe(200);
    expect(await auditTrail()).toEqual([
      { action: 'account.updated', changed: ['name', 'contactEmail', 'language'] },
      { action: 'account.contact_changed', changed: [] },
      { action: 'account.updated', changed: ['contactEmail'] },
      { action: 'account.contact_changed', changed: [] },
    ]);
  });

  it('all take effect if several administrators change different ones at once', async () => {
    const path = `/organizations/${people.accountId}`;
    const admin = await OperatorClient.enter(people.test, 'admin');
    for (const round of [1, 2, 3, 4]) {
      const update = { name: `Acme ${round}`, contact_email: `ops${round}@example.com`, language: 'en' };
      await Promise.all(
        Object.entries(update).map(([field, value]) => admin.patch(path, { [field]: value })),
      );
      expect((await admin.get(path)).body).toMatchObject(update);
    }
  });

  it('change together or not at all', async () => {
    const path = `/organizations/${people.accountId}`;
    const admin = await OperatorClient.enter(people.test, 'admin');
    const before = { settings: (await admin.get(path)).body, trail: await auditTrail() };
    // The language cannot be stored.
    await queryAsOwner(
      people.test.connection,
      `alter table notification_setting add constraint only_english check (language = 'en') not valid`,
    );
    try {
      await expect(admin.patch(path, { name: 'Half an update', language: 'es' })).rejects.toThrow(
        'internal_error',
      );
    } finally {
      await queryAsOwner(
        people.test.connection,
        'alter table notification_setting drop constraint only_english',
      );
    }
    expect((await admin.get(path)).body).toEqual(before.settings);
    expect(await auditTrail()).toEqual(before.trail);
  });

  const auditTrail = () =>
    queryAsOwner<{ action: string; changed: string[] }>(
      people.test.connection,
      `select action, changed from audit_entry where subject_id = $1 and actor_kind = 'operator' order by id`,
      [people.accountId],
    );

  it('contain the cancellation policy, which administrators can set and clear', async () => {
    const path = `/organizations/${people.accountId}`;
    const admin = await OperatorClient.enter(people.test, 'admin');
    const set = (tiers: unknown) => admin.put(`${path}/cancellation-policy`, { tiers });
    const tiers = [
      { from: 'notice', notice_minutes: 120, fee: { percent: 25, min_cents: 1_500 } },
      { from: 'crew_arrived', fee: { cents: 9_900 } },
    ];
    expect((await set(tiers)).body).toMatchObject({ id: people.accountId, cancellation_policy: { tiers } });
    expect((await operator.get(path)).body.cancellation_policy).toEqual({ tiers });
    const free = await set([{ from: 'crew_arrived', fee: {} }]);
    expectRefusal(free, 400, 'invalid_parameter', 'tiers[0].fee');
    const twice = await set([tiers[1], tiers[1]]);
    expectRefusal(twice, 400, 'invalid_parameter', 'tiers[1].from');
    expect((await operator.get(path)).body.cancellation_policy).toEqual({ tiers });
    expect((await set([])).body.cancellation_policy).toEqual({ tiers: [] });
    expectRefusal(await operator.put(`${path}/cancellation-policy`, { tiers }), 403, 'insufficient_role');
    expectRefusal(await admin.put('/organizations/none/cancellation-policy', { tiers }), 404, 'not_found');
    const [policy] = await queryAsOwner<{ actions: string[] }>(
      people.test.connection,
      `select array_agg(action order by id) as actions from audit_entry where subject_kind = 'cancellation_policy'`,
    );
    expect(policy?.actions).toEqual(['cancellation_policy.set', 'cancellation_policy.cleared']);
  });
});

describe('message limits', () => {
  const path = () => `/organizations/${people.accountId}/message-limits`;
  const none = { per_recipient_day: null, per_booking: null, per_account_day: null };

  it('are shown with the defaults and the messages of today, and set by administrators', async () => {
    const admin = await OperatorClient.enter(people.test, 'admin');
    const { body } = await operator.get(path());
    expect(body).toMatchObject({
      defaults: { sms: { per_recipient_day: 40, per_booking: 60, per_account_day: 2_000 } },
      own: { sms: none, email: none },
      today: { email: { sent: 1, not_sent: 0 } },
    });
    const own = { sms: { ...none, per_booking: 0 }, email: none };
    expectRefusal(await operator.put(path(), own), 403, 'insufficient_role');
    const negative = { sms: { ...none, per_booking: -1 }, email: none };
    expectRefusal(await admin.put(path(), negative), 400, 'invalid_parameter', 'sms.per_booking');
    expectRefusal(await admin.put(path(), { sms: none }), 400, 'missing_parameter', 'email');
    expectRefusal(await admin.put('/organizations/none/message-limits', own), 404, 'not_found');
    expect((await admin.put(path(), own)).body.own).toEqual(own);
    expect((await admin.put(path(), own)).status).toBe(200);
    const trail = await queryAsOwner(
      people.test.connection,
      `select changed from audit_entry where action = 'message_limits.updated'`,
    );
    expect(trail).toEqual([{ changed: ['sms.perBooking'] }]);
  });

  it('refuse messages, which operators see in lists, exceptions and the timeline, and resend after raising the limit', async () => {
    const admin = await OperatorClient.enter(people.test, 'admin');
    const { id } = await people.book({ contacts: [{ phone_number: '+13125550143' }] });
    await people.settled(id);
    const { body: list } = await operator.get(`/messages?booking=${id}&status=not_sent`);
    expect(list.data).toMatchObject([{ status: 'not_sent', reason: 'booking_limit', attempts: 0 }]);
    expect((await operator.get(`/bookings/${id}`)).body.timeline).toContainEqual({
      kind: 'not_sent',
      at: clock.now().toISOString(),
      channel: 'sms',
      reason: 'booking_limit',
      count: 1,
    });
    expect((await operator.get(path())).body.today.sms.not_sent).toBe(1);
    const exceptions = () =>
      until(
        async () => (await operator.get('/exceptions')).body.data as { kind: string; key: string }[],
        (all) => all.some(({ kind }) => kind === 'message_limit'),
      );
    const key = `message_limit:${people.accountId}:2027-03-10`;
    expect(await exceptions()).toMatchObject([
      { key, says: '1 SMS not sent on 2027-03-10 (UTC): a message limit was reached.', booking: null },
    ]);
    const [refused] = seen(await operator.get(`/messages?booking=${id}`));
    const again = await operator.post(`/messages/${refused?.id}/resend`);
    expect(again.status, again.text).toBe(201);
    expect((await people.settled(id)).map(({ status }) => status)).toEqual(['not_sent', 'not_sent']);
    // Two messages of a day are one exception and one security event.
    expect(await exceptions()).toHaveLength(1);
    await admin.put(path(), { sms: none, email: none });
    await operator.post(`/messages/${refused?.id}/resend`);
    await people.settled(id);
    expect(people.twilio.smsTextsTo('+13125550143')).toHaveLength(1);
    expect((await operator.post('/exceptions/resolve', { key, reason: 'Limit raised' })).status).toBe(200);
    const trail = await queryAsOwner(
      people.test.connection,
      `select subject_id from audit_entry where action = 'message.limit_reached'`,
    );
    expect(trail).toEqual([{ subject_id: people.accountId }]);
  });

  it('do not let operators resend to a country that is not allowed', async () => {
    const { id } = await people.book({ contacts: [{ phone_number: '+37127123456' }] });
    const [row] = await people.settled(id);
    expect(row).toMatchObject({ status: 'not_sent', reason: 'country_not_allowed' });
    expectRefusal(await operator.post(`/messages/${row?.id}/resend`), 409, 'message_not_sendable');
  });
});
