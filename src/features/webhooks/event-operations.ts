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
        description: 'Go on after this place: a `cursor`, or as `next` has it.',
      }),
    ),
    before: Type.Optional(
      Type.String({ maxLength: 200, description: 'Cursor from `previous`; not together with `after`.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20.' })),
    type: Type.Optional(
      Type.String({
        pattern: `^(?:${anyType})(?:,(?:${anyType}))*$`,
        'x-expected': `one or several of ${EVENT_TYPES.join(', ')}, separated by commas`,
        description: 'Only these types, comma-separated.',
        examples: ['booking.completed,booking.cancelled'],
      }),
    ),
    booking_id: Type.Optional(Uuid({ description: 'Only of this booking.' })),
  },
  { additionalProperties: false },
);

/** The list contains whole events; the caller passes an example event. */
export function eventListSchema(eventExample: unknown) {
  return Type.Object(
    {
      data: Type.Array(ref(EventSchema), { description: 'Oldest first.' }),
      next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
      previous: Nullable(
        Type.String({ description: 'The address of the previous page; null on the first.' }),
      ),
      cursor: Type.String({
        description:
          'Where this page ends. Keep it, and send it as `after` later to read what happened since: never null, also on the last page.',
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
  summary: 'Read the feed of events',
  description:
    'Everything that happened, oldest first, exactly as webhooks are told. To follow it, keep `cursor` and ask again with `after` set to it: ' +
    'an event appears once, after everything before it, and none is ever inserted behind you. Events are kept for 30 days unless the operator says otherwise.',
  querystring: EventFeedQuerySchema,
  response: {
    200: answer(listSchema, 'A page.'),
    400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
      problemExample(
        'invalid_parameter',
        'after must be a cursor from next, previous or cursor of this feed.',
        { param: 'after' },
      ),
    ]),
  },
});

export const read = (eventExample: unknown) => ({
  ...jsonOperation('Events'),
  operationId: 'events.get',
  summary: 'Read an event',
  description: 'The event as it was sent, by its id (`webhook-id`).',
  params: Type.Object({ id: Type.String({ description: 'The id of the event.' }) }),
  response: {
    200: answer(EventSchema, 'The event.', [eventExample]),
    404: answer(ErrorSchema, 'There is no such event for this account, or it is no longer kept.', [
      problemExample('not_found', 'There is no such event.'),
    ]),
  },
});
