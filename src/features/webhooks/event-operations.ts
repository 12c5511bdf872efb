// OpenAPI operations of the event feed.
import { Type } from 'typebox';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, ErrorSchema, Nullable, ref, Uuid } from '../../http/schemas.ts';
import { EventSchema } from './event-schemas.ts';

const anyType = EVENT_TYPES.map((type) => type.replaceAll('.', '\\.')).join('|');

export const EventFeedQuerySchema = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Return events after this cursor. Use the `cursor` of an earlier page, or follow `next`.',
      }),
    ),
    before: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Return events before this cursor, taken from `previous`. Cannot be combined with `after`.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Number of events per page. Default: 20.' }),
    ),
    type: Type.Optional(
      Type.String({
        pattern: `^(?:${anyType})(?:,(?:${anyType}))*$`,
        'x-expected': `one or more of ${EVENT_TYPES.join(', ')}, separated by commas`,
        description: 'Return only events of these types, separated by commas.',
        examples: ['booking.completed,booking.cancelled'],
      }),
    ),
    booking_id: Type.Optional(Uuid({ description: 'Return only events of this booking.' })),
  },
  { additionalProperties: false },
);

/** The list contains whole events; the actor passes an example event. */
export function eventListSchema(eventExample: unknown) {
  return Type.Object(
    {
      data: Type.Array(ref(EventSchema), { description: 'The events, oldest first.' }),
      next: Nullable(Type.String({ description: 'URL of the next page; null on the last page.' })),
      previous: Nullable(Type.String({ description: 'URL of the previous page; null on the first page.' })),
      cursor: Type.String({
        description:
          'Cursor of the end of this page. Store it and send it as `after` later to read newer events. Never null, not even on the last page.',
      }),
    },
    {
      $id: 'EventList',
      description: 'A page of events.',
      examples: [
        {
          data: [eventExample],
          next: null,
          previous: null,
          cursor: 'MTg5NjEwMjc4Mg.3pO6mVdHq0mXJ8C5o1rG2tWb7yKzN4uLfE9aSxQcIhA',
        },
      ],
    },
  );
}

export const list = (listSchema: ReturnType<typeof eventListSchema>) => ({
  ...jsonOperation('Events'),
  operationId: 'events.list',
  summary: 'List events',
  description:
    'Returns the event feed, oldest first. The events have the same bodies as webhook deliveries. To follow the feed, store `cursor` and send it as `after` in the next request: ' +
    'each event appears exactly once, after all earlier events, and no event is ever inserted before a position that you have read. Events are kept for 30 days unless the operator configures another retention.',
  querystring: EventFeedQuerySchema,
  response: {
    200: answer(listSchema, 'A page of events.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
      problemExample(
        'invalid_parameter',
        'after must be a cursor from the next, previous or cursor field of this feed.',
        { param: 'after' },
      ),
    ]),
  },
});

export const read = (eventExample: unknown) => ({
  ...jsonOperation('Events'),
  operationId: 'events.get',
  summary: 'Retrieve an event',
  description:
    'Returns the event with the given id (the `webhook-id` header of a delivery), exactly as it was sent.',
  params: Type.Object({ id: Type.String({ description: 'Id of the event.' }) }),
  response: {
    200: answer(EventSchema, 'The event.', [eventExample]),
    404: answer(ErrorSchema, 'The account has no event with this id, or its retention has ended.', [
      problemExample('not_found', 'There is no such event.'),
    ]),
  },
});
