// Route GET /operator/search: search across bookings, organizations, crews, webhook endpoints and request logs.
import { Type } from 'typebox';
import { stopsDone } from '../../../domain/dispatch/dispatch.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer } from '../../../http/operations/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { SearchHit } from './search-schemas.ts';
import { SearchSchema } from './search-schemas.ts';
import { type FoundBooking, findBookings, findOthers } from './search-store.ts';

const maxHitsPerKind = 5;

const maxBookings = 12;

/** Start of "today" in the order of the results, in any time zone: windows that began a few hours ago. */
const TODAY_HOURS = 12;
const todayOf = (now: Date) => new Date(now.getTime() - TODAY_HOURS * 3_600_000);

const operation = operatorOperations<ConsoleContext>({ tag: 'Search' });

export const searchOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/search',
    role: 'viewer',
    id: 'search.find',
    summary: 'Search all records',
    description:
      'Finds bookings by confirmation code, id, order number, name, phone number, e-mail address or street ' +
      'address: each search word must be a prefix of a word of the booking, in any order, ignoring case and ' +
      'accents; the last four or seven digits of a phone number also match. Finds organizations, crews, crew ' +
      'members and webhook endpoints by a part of their name, and request logs by request id. Returns at ' +
      'most 12 bookings and 5 results of every other kind. Bookings of today and later come first, by time; ' +
      'then earlier ones, latest first.',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 200, description: 'Search words.' }),
    }),
    responses: { 200: answer(SearchSchema, 'The search results.') },
    handler: async ({ context, request }) => {
      const text = request.query.q.trim();
      if (text === '') return { data: [] };
      const now = context.clock.now();
      const [bookings, others] = await Promise.all([
        findBookings(context.system, text, { now, from: todayOf(now), limit: maxBookings }),
        findOthers(context.system, text, maxHitsPerKind),
      ]);
      return { data: [...bookings.map(hitOf), ...others] };
    },
  }),
];

function hitOf({
  id,
  hid,
  state,
  accountId,
  progress,
  routePosition,
  isFailed,
  stopsSkipped,
  isPlanned,
  offer,
  ...booking
}: FoundBooking): SearchHit {
  const about = [booking.customerName, booking.orderNumber, booking.accountName, booking.origin];
  const { startsAt, timeZone } = booking;
  const when = startsAt && timeZone ? [formatStart(startsAt, timeZone)] : [];
  return {
    kind: 'booking',
    id,
    title: hid,
    note: [...when, ...about.filter((part) => part !== null)].join(' · '),
    state,
    account_id: accountId,
    is_planned: isPlanned,
    offer,
    dispatch:
      progress === null
        ? null
        : {
            state: progress,
            stops_done: stopsDone(progress, routePosition),
            stops_skipped: stopsSkipped,
            is_failed: isFailed,
          },
  };
}

function formatStart(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
