// Schemas of the event feed.
import { Type } from 'typebox';
import { EVENT_TYPES } from '../../domain/webhook/event-types.ts';
import { Nullable, ref, Uuid } from '../../http/operations/schemas.ts';
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

/** The list contains whole events; the caller passes an example event. */
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
