// Messages that are stored but not sent: in the sandbox, and in production without a messenger. Also e-mail to partners about
// their endpoints.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMessages } from '../../src/features/notifications/system/message-list-store.ts';
import { saveLanguage } from '../../src/features/notifications/system/notification-setting-store.ts';
import { notificationTasks } from '../../src/features/notifications/tasks.ts';
import { endpointEvent } from '../../src/features/webhooks/endpoint-event-view.ts';
import { recordEvents } from '../../src/jobs/outbox.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery } from '../support/delivery-log.ts';
import { SmtpInbox } from '../support/smtp-inbox.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
const stops = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
  location,
}));
const order = {
  stops,
  product: 'van',
  arrival_window_from: '2027-03-11T15:00:00Z',
  contacts: [{ phone_number: '+13125550100', email: 'ana@example.com' }],
};

describe('the sandbox', () => {
  let test: TestApp;
  let inbox: SmtpInbox;
  beforeAll(async () => {
    inbox = await SmtpInbox.start();
    const variables = {
      SMTP_URL: inbox.url,
      MAIL_FROM: 'hello@waybill.example',
      SIMULATION_STEP_SECONDS: '0.01',
    };
    test = await startTestApp({ environment: 'sandbox', variables });
    test.app.worker.start();
  });
  afterAll(async () => {
    await test.close();
    await inbox.close();
  });

  it('stores the messages of a simulation and sends none', async () => {
    const { client } = await test.organization();
    const from = new Date(Date.now() + 86_400_000).toISOString();
    const partner = await test.partner({ client });
    const { body } = await partner.post('/bookings', {
      ...order,
      arrival_window_from: from,
      test_specifications: { mode: 'auto' },
    });
    const messages = await until(
      () => listMessages(test.system, { booking: body.hid, limit: 100 }),
      (list) => list.some(({ kind }) => kind === 'all_done'),
    );
    expect(new Set(messages.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['kept sandbox']),
    );
    expect(messages.filter(({ channel }) => channel === 'sms').map(({ kind }) => kind)).toEqual(
      ['booked', 'on_the_way', 'arriving', 'stop_done', 'on_the_way', 'arriving', 'all_done'].reverse(),
    );
    expect(inbox.received).toEqual([]);
  });
});

describe('production without a messenger', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    test.app.worker.start();
  });
  afterAll(() => test.close());

  /** Without the mails about the API clients of the account, which are sent if it already has a contact by then. */
  const seen = (filter: object, count: number) =>
    until(
      async () =>
        (await listMessages(test.system, { limit: 10, ...filter })).filter(
          ({ kind }) => kind !== 'security_change',
        ),
      (list) => list.length === count,
    );

  it('stores messages and lists them by account, booking and status', async () => {
    const { id: accountId, client } = await test.organization();
    const { status, text, body } = await (await test.partner({ client })).post('/bookings', order);
    expect(status, text).toBe(201);
    const messages = await seen({ booking: body.hid }, 2);
    const by = (wanted: string) => messages.find(({ channel }) => channel === wanted);
    expect(by('sms')).toMatchObject({
      accountId,
      bookingId: body.id,
      kind: 'booked',
      channel: 'sms',
      address: '+13125550100',
      // The capability link of this contact, which is limited to its stops.
      content: { text: expect.stringMatching(/\/track\/[\w-]{44}\?lang=en/) },
      status: 'kept',
      reason: 'not_connected',
    });
    expect(by('email')).toMatchObject({ content: { subject: `Booking ${body.hid} is confirmed` } });
    expect(await seen({ booking: body.id, status: 'kept' }, 2)).toHaveLength(2);
    expect(await seen({ accountId: randomIds.next() }, 0)).toEqual([]);
  });

  it('erases address and content after the retention time, and keeps the rest of the message', async () => {
    const { id: accountId, client } = await test.organization();
    await (await test.partner({ client })).post('/bookings', order);
    await seen({ accountId }, 2);
    const later = new TestClock(new Date(clock.now().getTime() + 91 * 86_400_000));
    const [forget] = notificationTasks(test.system, later, 90);
    await forget?.run();
    const messages = await seen({ accountId }, 2);
    expect(messages).toMatchObject([
      { kind: 'booked', status: 'kept', address: null, content: null },
      { kind: 'booked', status: 'kept', address: null, content: null },
    ]);
  });

  it('e-mails the contact of the account once about a failing and once about a disabled endpoint', async () => {
    const { id: accountId, client } = await test.organization();
    const scene = {
      environment: 'production',
      failingSince: new Date('2027-03-09T15:00:00Z'),
      occurredAt: clock.now(),
      endpoint: {
        id: randomIds.next(),
        accountId,
        url: 'https://shop.example/hooks',
        description: null,
        events: null,
        disabledReason: null,
        isHeld: false,
        disabledAt: null,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      },
    } as const;
    const emit = (type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled') => {
      const disabledReason = type === 'webhook_endpoint.disabled' ? ('failing' as const) : null;
      const endpoint = { ...scene.endpoint, disabledReason, disabledAt: disabledReason && clock.now() };
      const event = endpointEvent(type, { ...scene, endpoint, id: randomIds.next() });
      return test.system.transaction().execute((trx) => recordEvents(trx, [event]));
    };
    // The account has no contact e-mail address yet.
    await emit('webhook_endpoint.failing');
    await untilFollowersCaughtUp(test.connection);
    await (await test.partner({ client })).patch('/account', { contact_email: 'dev@shop.example' });
    const { id: endpointId, url } = scene.endpoint;
    await queryAsOwner(
      test.connection,
      `insert into webhook_endpoint (id, account_id, url, disabled, disabled_reason, disabled_at, held, created_at, updated_at)
       values ($1, $2, $3, true, 'failing', $4, false, $4, $4)`,
      [endpointId, accountId, url, clock.now()],
    );
    const at = clock.now();
    await insertDelivery(test.system, { accountId, endpointId, at, status: 'failed', isForgotten: true });
    await emit('webhook_endpoint.failing');
    await emit('webhook_endpoint.disabled');
    const messages = await seen({ accountId }, 2);
    const [failing, disabled] = ['endpoint_failing', 'endpoint_disabled'].map((wanted) =>
      messages.find(({ kind }) => kind === wanted),
    );
    expect(failing).toMatchObject({
      kind: 'endpoint_failing',
      address: 'dev@shop.example',
      content: {
        subject: 'Your webhook endpoint is failing',
        text: expect.stringContaining(
          'Endpoint: https://shop.example/hooks\nFailing since: March 9, 2027 at 3:00 PM UTC\n' +
            'Last error: The endpoint responded with HTTP 500.\n\n' +
            `Open the endpoint in the portal:\nhttp://127.0.0.1:3000/portal/endpoints/${endpointId}\n\n`,
        ),
        unsubscribeUrl: null,
      },
    });
    expect(disabled).toMatchObject({
      kind: 'endpoint_disabled',
      content: { subject: 'Your webhook endpoint was disabled' },
    });
    // In the language of the organization.
    await saveLanguage(test.system, accountId, 'es', clock.now());
    await emit('webhook_endpoint.failing');
    const spanish = (await seen({ accountId }, 3)).find(({ language }) => language === 'es');
    expect(spanish?.content).toMatchObject({
      subject: 'Su endpoint de webhooks está fallando',
      text: expect.stringContaining('Último error: El endpoint respondió con HTTP 500.'),
    });
  });
});
