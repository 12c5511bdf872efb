// Route GET /operator/search: search across bookings, organizations, crews, webhook endpoints and request logs.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { answer, Nullable, OneOf, Uuid } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type FoundBooking, findBookings, findOthers } from './search-store.ts';
import type { SearchHit } from './search-wire.ts';

const HITS_OF_A_KIND = 5;
const BOOKINGS = 12;

export async function searchRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  app.get('/search', { config: { role: 'viewer' }, schema: operation }, async (request, reply) => {
    const said = request.query.q.trim();
    if (said === '') return reply.send({ data: [] });
    const [bookings, others] = await Promise.all([
      findBookings(context.system, said, BOOKINGS),
      findOthers(context.system, said, HITS_OF_A_KIND),
    ]);
    return reply.send({ data: [...bookings.map(hitOf), ...others] });
  });
}

function hitOf({ id, hid, state, accountId, ...booking }: FoundBooking): SearchHit {
  const about = [booking.customerName, booking.orderNumber, booking.accountName, booking.origin];
  const { startsAt, timeZone } = booking;
  const when = startsAt && timeZone ? [sayDay(startsAt, timeZone)] : [];
  return {
    kind: 'booking',
    id,
    title: hid,
    note: [...when, ...about.filter((part) => part !== null)].join(' · '),
    state,
    account_id: accountId,
  };
}

function sayDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  }).format(at);
}

const hitExample = {
  kind: 'booking',
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  title: '7XK2M9QT',
  note: 'Jan 15, 2030 · Ana Diaz · SO-1001 · Acme Furniture · 350 5th Ave',
  state: 'created',
  account_id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
};

const HitSchema = Type.Object(
  {
    kind: OneOf(['booking', 'organization', 'crew', 'crew_member', 'webhook_endpoint', 'request'], {
      description: 'What was found.',
    }),
    id: Type.String({ description: 'Its id; of a crew member that of the crew, where there is one.' }),
    title: Type.String({ description: 'Its name; of a booking the confirmation code.' }),
    note: Nullable(Type.String({ description: 'What tells it from others of the name.' })),
    state: Nullable(Type.String({ description: 'Where it stands, where that matters.' })),
    account_id: Nullable(Uuid({ description: 'Whose it is; null: the company’s own.' })),
  },
  { description: 'Something that was found.' },
);

const SearchSchema = Type.Object(
  { data: Type.Array(HitSchema, { description: 'Bookings first, newest first.' }) },
  { $id: 'SearchAnswer', description: 'What was found.', examples: [{ data: [hitExample] }] },
);

export const searchSchemas = [SearchSchema];

const operation = {
  ...operatorOperation('Search'),
  operationId: 'search.find',
  summary: 'Search everything',
  description:
    'Bookings by confirmation code, id, order number, name, telephone number, e-mail address or address: each word of the ' +
    'question must begin a word of the booking, in any order, whatever the case and accents; of a telephone number its last four ' +
    'or seven digits will do. Organizations, crews, their people and webhook endpoints by a part of their name; calls of partners by their request id.',
  querystring: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 200, description: 'What to look for.' }),
  }),
  response: { 200: answer(SearchSchema, 'What was found.') },
};
