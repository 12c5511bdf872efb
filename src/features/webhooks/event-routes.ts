// Routes GET /events and GET /events/{id}.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { jsonText } from '../../http/operations/operation.ts';
import { readPageQuery } from '../../http/operations/pagination.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema } from '../../http/operations/schemas.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { EventFeedQuerySchema, type eventListSchema } from './event-feed-schemas.ts';
import { findEventPayload } from './event-feed-store.ts';
import { EventSchema } from './event-schemas.ts';
import { listEvents } from './list-events.ts';

type EventRoutesContext = Pick<Context, 'db' | 'keys' | 'environment'>;

const { read } = partnerOperations<EventRoutesContext>();

/** The documentation shows `eventExample`. */
export function eventOperations(
  listSchema: ReturnType<typeof eventListSchema>,
  eventExample: unknown,
): readonly PartnerOperation<EventRoutesContext>[] {
  return [
    read({
      method: 'GET',
      path: '/events',
      access: 'read',
      tag: 'Events',
      id: 'events.list',
      summary: 'List events',
      description:
        'Returns the event feed, oldest first. The events have the same bodies as webhook deliveries. To follow the feed, store `cursor` and send it as `after` in the next request: ' +
        'each event appears exactly once, after all earlier events, and no event is ever inserted before a position that you have read. Events are kept for 30 days unless the operator configures another retention.',
      query: EventFeedQuerySchema,
      responses: {
        200: answer(listSchema, 'A page of events.'),
        400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
          problemExample(
            'invalid_parameter',
            'after must be a cursor from the next, previous or cursor field of this feed.',
            { param: 'after' },
          ),
        ]),
      },
      handler: async ({ context, request }) => {
        const { type, booking_id: bookingId } = request.query;
        const query = {
          ...readPageQuery(request.query),
          filter: { types: type?.split(',') ?? [], bookingId },
        };
        return jsonText(await listEvents(context, principalOf(request).accountId, query));
      },
    }),

    read({
      method: 'GET',
      path: '/events/:id',
      access: 'read',
      tag: 'Events',
      id: 'events.get',
      summary: 'Retrieve an event',
      description:
        'Returns the event with the given id (the `webhook-id` header of a delivery), exactly as it was sent.',
      params: Type.Object({ id: Type.String({ description: 'Id of the event.' }) }),
      responses: {
        200: answer(EventSchema, 'The event.', [eventExample]),
        404: answer(ErrorSchema, 'The account has no event with this id, or its retention has ended.', [
          problemExample('not_found', 'There is no such event.'),
        ]),
      },
      handler: async ({ context, request }) => {
        const { accountId } = principalOf(request);
        const { id } = request.params;
        const payload = isUuid(id)
          ? await findEventPayload(context.db.forAccount(accountId), accountId, id)
          : undefined;
        if (payload === undefined) throw Problem.of('not_found', 'There is no such event.');
        return jsonText(payload);
      },
    }),
  ];
}
