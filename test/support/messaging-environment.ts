// Production environment connected to a real SMTP server and a stub Twilio, with the messages that recipients received.
import { readConfig } from '../../src/config.ts';
import { twilioSignature } from '../../src/integrations/twilio-signature.ts';
import type { ApiClient } from './api-client.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { TestClock } from './clock.ts';
import { queryAsOwner } from './database.ts';
import { SmtpInbox } from './smtp-inbox.ts';
import { BookingTransitionDriver } from './transition-bookings.ts';
import { TWILIO_FROM, TWILIO_SID, TWILIO_TOKEN, TwilioServer } from './twilio-server.ts';
import { until } from './until.ts';
import { pendingEventsQuery } from './wait-for-followers.ts';
import { wakeWorkers } from './webhook-endpoints.ts';

export interface MessageRow {
  readonly id: string;
  readonly kind: string;
  readonly channel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly address: string | null;
  readonly recipient: string;
  readonly attempts: number;
  readonly content: { readonly text: string; readonly subject?: string; readonly html?: string } | null;
}

const stops = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
  location,
}));

export class MessagingEnvironment {
  readonly test: TestApp;
  readonly inbox: SmtpInbox;
  readonly twilio: TwilioServer;
  readonly clock: TestClock;
  readonly partner: ApiClient;
  readonly accountId: string;
  readonly mover: BookingTransitionDriver;
  /** Environment variables of the providers. */
  readonly variables: Readonly<Record<string, string>>;

  private constructor(
    parts: Omit<
      MessagingEnvironment,
      'secondWorker' | 'book' | 'rowsOf' | 'settled' | 'messagesOf' | 'reply' | 'close'
    >,
  ) {
    this.test = parts.test;
    this.inbox = parts.inbox;
    this.twilio = parts.twilio;
    this.clock = parts.clock;
    this.partner = parts.partner;
    this.accountId = parts.accountId;
    this.mover = parts.mover;
    this.variables = parts.variables;
  }

  static async start(clock: TestClock): Promise<MessagingEnvironment> {
    const [inbox, twilio] = [await SmtpInbox.start(), await TwilioServer.start(() => clock.now())];
    const variables = {
      RATE_LIMIT_REQUESTS: '100000',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'Waybill <hello@waybill.example>',
      TWILIO_ACCOUNT_SID: TWILIO_SID,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_FROM,
      TWILIO_URL: twilio.url,
    };
    const test = await startTestApp({ clock, variables });
    test.app.worker.start();
    const { id, client } = await test.organization();
    const partner = await test.partner({ client });
    const mover = new BookingTransitionDriver(test, id, clock);
    return new MessagingEnvironment({ test, inbox, twilio, clock, partner, accountId: id, mover, variables });
  }

  /** A second process of the environment, with a worker that sends messages too. */
  async secondWorker(): Promise<TestApp> {
    const { test: sharing, clock, variables } = this;
    const second = await startTestApp({ sharing, clock, variables });
    second.app.worker.start();
    return second;
  }

  /** Books for tomorrow at this hour by default. */
  async book(
    more: object = {},
    partner: ApiClient = this.partner,
  ): Promise<{ id: string; hid: string; contacts: { id: string }[] }> {
    const from = new Date(this.clock.now().getTime() + 86_400_000).toISOString();
    const order = { stops, product: 'van', arrival_window_from: from, ...more };
    const { status, body } = await partner.post('/bookings', order);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  rowsOf(bookingId: string): Promise<MessageRow[]> {
    return queryAsOwner<MessageRow>(
      this.test.connection,
      `select id, kind, channel, status, reason, address, recipient, attempts, content from message
       where booking_id = $1 order by created_at, kind, recipient, channel desc`,
      [bookingId],
    );
  }

  /** Waits until all events are relayed and no message is waiting to be sent. */
  async settled(bookingId: string): Promise<MessageRow[]> {
    // The booking was changed outside a server process, so the worker was not notified.
    await wakeWorkers(this.test, 'events');
    const { rows } = await until(
      async () => {
        const [events] = await queryAsOwner<{ unplaced: number }>(
          this.test.connection,
          `select count(*)::int as unplaced from (${pendingEventsQuery}) as waiting`,
        );
        return { unplaced: events?.unplaced, rows: await this.rowsOf(bookingId) };
      },
      ({ unplaced, rows }) => unplaced === 0 && rows.every(({ status }) => status !== 'waiting'),
    );
    return rows;
  }

  /** `kind channel status reason` of each message of a booking. */
  async messagesOf(bookingId: string): Promise<string[]> {
    const rows = await this.settled(bookingId);
    return rows.map(({ kind, channel, status, reason }) =>
      [kind, channel, status, reason ?? ''].join(' ').trim(),
    );
  }

  /** A recipient replies by SMS, as Twilio forwards it. */
  reply(from: string, text: string, token = TWILIO_TOKEN): Promise<Response> {
    const path = '/hooks/twilio/sms';
    const form = { MessageSid: 'SM1', From: from, To: TWILIO_FROM, Body: text };
    const [environment] = readConfig({ ENVIRONMENT: 'production' }).environments;
    return fetch(this.test.baseUrl + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: {
        'x-twilio-signature': twilioSignature(token, {
          url: `${environment?.publicUrl}${path}`,
          fields: form,
        }),
      },
    });
  }

  async close(): Promise<void> {
    await this.mover.close();
    await this.test.close();
    await this.inbox.close();
    await this.twilio.close();
  }
}
