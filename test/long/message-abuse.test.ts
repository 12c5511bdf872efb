// Abuse of messages by a partner: foreign numbers, many numbers, many messages, and names that deceive customers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitDay } from '../../src/domain/notification/message-limits.ts';
import { messageUse } from '../../src/features/notifications/system/message-limit-store.ts';
import {
  type LimitChange,
  setMessageLimits,
} from '../../src/features/notifications/system/set-message-limits.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { OperatorClient } from '../support/operator-client.ts';

/** 10:00 in New York. */
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
let people: MessagingEnvironment;
beforeAll(async () => {
  people = await MessagingEnvironment.start(clock);
});
afterAll(() => people.close());

let count = 100;
const newNumber = () => `+1312555${String(++count).padStart(4, '0')}`;

describe('abuse of messages', () => {
  /** Books with contacts, moves the window twice and cancels: four notices per contact. */
  const attack = async (contacts: readonly object[]) => {
    const { id } = await people.book({ contacts });
    await people.settled(id);
    for (const days of [2, 3]) {
      const from = new Date(clock.now().getTime() + days * 86_400_000).toISOString();
      await people.partner.patch(`/bookings/${id}`, { arrival_window_from: from });
      await people.settled(id);
    }
    await people.partner.post(`/bookings/${id}/cancel`);
    return people.settled(id);
  };
  const outcomesOf = (rows: readonly { status: string; reason: string | null }[]) => {
    const counts: Record<string, number> = {};
    for (const { status, reason } of rows) {
      const outcome = [status, reason ?? ''].join(' ').trim();
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  it('sends no SMS to 20 foreign numbers, and accepts the booking', async () => {
    const foreign = Array.from({ length: 20 }, (_, nth) => `+3712712${3400 + nth}`);
    const rows = await attack(foreign.map((phone_number) => ({ phone_number })));
    expect(outcomesOf(rows)).toEqual({ 'not_sent country_not_allowed': 80 });
    expect(foreign.flatMap((number) => people.twilio.smsTextsTo(number))).toEqual([]);
  });

  it('sends at most 60 SMS about one booking to 20 numbers of a country served', async () => {
    const numbers = Array.from({ length: 20 }, newNumber);
    const rows = await attack(numbers.map((phone_number) => ({ phone_number })));
    expect(outcomesOf(rows)).toEqual({ sent: 60, 'not_sent booking_limit': 20 });
    expect(numbers.flatMap((number) => people.twilio.smsTextsTo(number))).toHaveLength(60);
  });

  it('sends exactly the limit of the account if two workers send at the same time, and again the next day', async () => {
    const second = await people.secondWorker();
    try {
      await limit({ sms: { perAccountDay: await sentToday('sms', 25) } });
      const outcomes = async () => {
        const bookings = await Promise.all(
          [1, 2, 3].map(() =>
            people.book({ contacts: Array.from({ length: 20 }, () => ({ phone_number: newNumber() })) }),
          ),
        );
        return outcomesOf((await Promise.all(bookings.map(({ id }) => people.settled(id)))).flat());
      };
      expect(await outcomes()).toEqual({ sent: 25, 'not_sent account_limit': 35 });
      expect((await notSentBy(people.test)) + (await notSentBy(second))).toBe(35);
      clock.advance({ hours: 24 });
      await limit({ sms: { perAccountDay: 25 } });
      expect(await outcomes()).toEqual({ sent: 25, 'not_sent account_limit': 35 });
      // One security event per account and day, whichever process reaches the limit.
      expect((await limitEventsOf(people.test)) + (await limitEventsOf(second))).toBe(2);
    } finally {
      await second.close();
      await limit({ sms: { perAccountDay: null } });
    }
    const days = await queryAsOwner(
      people.test.connection,
      `select count(*)::int as count from audit_entry where action = 'message.limit_reached'
         and account_id = $1 group by at::date`,
      [people.accountId],
    );
    expect(days).toEqual([{ count: 1 }, { count: 1 }]);
    const admin = await OperatorClient.enter(people.test, 'admin');
    const { body } = await admin.get('/security-events?event=message.limit_reached');
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({
      actor: { kind: 'system', id: 'notifications' },
      subject: { kind: 'account', id: people.accountId },
      account: { id: people.accountId },
    });
  });

  it('sends at most the limit of a recipient, whatever the case of the address', async () => {
    await limit({ email: { perRecipientDay: 2 } });
    const outcomes: string[] = [];
    for (const email of ['Lee@example.com', 'lee@example.com', 'LEE@example.com']) {
      const { id } = await people.book({ customer: { name: 'Lee', email } });
      outcomes.push(...(await people.messagesOf(id)));
    }
    await limit({ email: { perRecipientDay: null } });
    expect(outcomes).toEqual([
      'booked email sent',
      'booked email sent',
      'booked email not_sent recipient_limit',
    ]);
  });

  it('uses the approved name of the organization, without links and markup', async () => {
    const number = newNumber();
    await people.partner.patch('/account', { name: 'Your bank & evil.example' });
    const book = async () => {
      const { id } = await people.book({
        contacts: [{ phone_number: number, name: '<b>\u202EAna</b>', email: 'uma@example.com' }],
      });
      return people.settled(id);
    };
    await book();
    const admin = await OperatorClient.enter(people.test, 'admin');
    const path = `/organizations/${people.accountId}`;
    await admin.post(`${path}/name/approve`, { name: 'Your bank & evil.example' });
    const rows = await book();
    const [before, after] = people.twilio.smsTextsTo(number);
    expect(before).toMatch(/^Acme Furniture: /);
    expect(after).toMatch(/^Your bank & evil example: /);
    const html = rows.find(({ channel }) => channel === 'email')?.content?.html;
    expect(html).toContain('Hello &lt;b&gt;Ana&lt;/b&gt;,');
    expect(html).toContain('with Your bank &amp; evil example is confirmed');
    await admin.patch(path, { name: 'Acme Furniture' });
  });

  it('refuses SMS to premium-rate numbers of a country served', async () => {
    const { id } = await people.book({ contacts: [{ phone_number: '+19005551234' }] });
    expect(await people.messagesOf(id)).toEqual(['booked sms not_sent number_type_not_allowed']);
  });

  const command = { kind: 'command', id: 'test', requestId: 'test' } as const;
  const limit = (change: LimitChange) =>
    setMessageLimits(
      { system: people.test.system, clock, ids: randomIds },
      people.accountId,
      change,
      command,
    );
  const sentToday = async (channel: 'sms' | 'email', more: number) => {
    const used = await messageUse(people.test.system, people.accountId, limitDay(clock.now()));
    return used[channel].sent + more;
  };
  const notSentBy = async ({ metrics }: TestApp) => {
    const line = /^waybill_messages_not_sent_total\{.*channel="sms",reason="account_limit"\} (\d+)$/m;
    return Number(line.exec(await metrics.metrics())?.[1] ?? 0);
  };
  const limitEventsOf = async ({ metrics }: TestApp) => {
    const line = /^waybill_security_events_total\{.*event="message.limit_reached"\} (\d+)$/m;
    return Number(line.exec(await metrics.metrics())?.[1] ?? Number.NaN);
  };
});
