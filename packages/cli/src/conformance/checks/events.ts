// The event feed: the contract is silent, docs/guides/webhooks.md defines it.
import type { Section, Source } from '../check.ts';
import { listAt, valueAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';
import { fixture } from '../run.ts';
import { refusal } from './refusal.ts';
import { get, unknownId } from './requests.ts';
import { journey } from './simulation.ts';

const source: Source = { guide: 'webhooks' };

export const eventFeed = fixture('the events of a simulated job', async (run) => {
  const { id } = await run.need(journey);
  const exchange = await run.get(`/events?booking_id=${id}&limit=100`);
  expectStatus(exchange, 200);
  return exchange;
});

export const events: Section = {
  title: 'Event feed',
  checks: [
    {
      id: 'events.sequence',
      title: '`sequence` counts the events of a booking without gaps',
      source,
      needs: [eventFeed],
      judge: async (run) => {
        const exchange = await run.need(eventFeed);
        const numbers = listAt(exchange, 'data').map((each) => Number(valueAt(each, 'sequence')));
        const [first = 0] = numbers;
        const holds = numbers.length > 0 && numbers.every((number, index) => number === first + index);
        expectThat(exchange, holds, 'consecutive numbers', numbers);
      },
    },
    {
      id: 'events.cursor',
      title: 'a page has a cursor to continue from',
      source,
      needs: [eventFeed],
      judge: async (run) => {
        const exchange = await run.need(eventFeed);
        const cursor = valueAt(exchange.body, 'cursor');
        expectThat(exchange, typeof cursor === 'string' && cursor !== '', 'a cursor', cursor);
        const rest = await run.get(
          `/events?booking_id=${(await run.need(journey)).id}&after=${encodeURIComponent(String(cursor))}`,
        );
        expectStatus(rest, 200);
        expectFields(rest, { data: [] });
      },
    },
    {
      id: 'events.type',
      title: '`type` selects events',
      source,
      needs: [eventFeed],
      judge: async (run) => {
        const { id } = await run.need(journey);
        const exchange = await run.get(`/events?booking_id=${id}&type=booking.completed`);
        const types = listAt(exchange, 'data').map((each) => valueAt(each, 'type'));
        expectThat(exchange, types.join() === 'booking.completed', 'booking.completed only', types);
      },
    },
    {
      id: 'events.get',
      title: 'GET /events/{id} returns the event of the feed',
      source,
      needs: [eventFeed],
      judge: async (run) => {
        const [first] = listAt(await run.need(eventFeed), 'data');
        const exchange = await run.get(`/events/${String(valueAt(first, 'id'))}`);
        expectStatus(exchange, 200);
        expectThat(
          exchange,
          JSON.stringify(exchange.body) === JSON.stringify(first),
          'the same event',
          exchange.body,
        );
      },
    },
    refusal({
      id: 'events.get-404',
      title: 'an unknown event responds 404',
      source,
      send: () => get(`/events/${unknownId}`),
      expect: { status: 404 },
    }),
  ],
};
