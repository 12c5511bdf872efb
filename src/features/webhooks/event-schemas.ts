// Request and response schemas of events. The Booking schema is referenced by name only, so that this feature does not
// depend on bookings.
import { type TSchema, Type } from 'typebox';
import { STOP_EVENTS } from '../../domain/booking-events.ts';
import { TEST_EVENT_TYPE } from '../../domain/event-types.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { type CatalogueType, eventWords } from './event-descriptions.ts';
import { WebhookEndpointSchema } from './schemas.ts';

const refTo = ($ref: string) => Type.Unsafe<object>({ $ref });

const envelope = {
  id: Uuid({ description: 'The same wherever the event is met: here, as `webhook-id`, in the feed.' }),
  timestamp: DateTime({ description: 'When it happened.' }),
  api_version: Type.Literal(2, { description: 'The version of the API that `data` is written in.' }),
  environment: OneOf(['production', 'sandbox'], { description: 'Where it happened.' }),
};
const sequence = Type.Integer({
  minimum: 1,
  description:
    'Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none.',
});
const test = Type.Boolean({
  description: 'true: sent from the portal to try an endpoint; nothing happened.',
});

const parts = {
  booking: refTo('Booking'),
  stop: refTo('RouteStop'),
  changed: Type.Array(Type.String(), {
    description: 'Fields of the booking that are not what they were before.',
  }),
  webhook_endpoint: ref(WebhookEndpointSchema),
  failing_since: Nullable(DateTime({ description: 'The first failure since the last success.' })),
};

/** Schema of any event, including types that are added later. */
export const EventSchema = Type.Object(
  {
    ...envelope,
    type: Type.String({
      description: 'What happened. New types may be added.',
      examples: ['booking.created'],
    }),
    sequence: Nullable(sequence),
    data: Type.Object(
      {
        booking: Type.Optional(parts.booking),
        stop: Type.Optional(parts.stop),
        changed: Type.Optional(parts.changed),
        webhook_endpoint: Type.Optional(parts.webhook_endpoint),
        failing_since: Type.Optional(parts.failing_since),
      },
      { description: 'What it is about; each type has its own parts, listed under Webhooks.' },
    ),
    test: Type.Optional(test),
  },
  { $id: 'Event', description: 'Something that happened, exactly as it is sent to webhook endpoints.' },
);

/** Schema of the body of one event type. */
export function schemaOfType(type: CatalogueType) {
  const isOfBooking = !type.startsWith('webhook');
  return Type.Object(
    {
      ...envelope,
      type: Type.Literal(type, { description: 'What happened.' }),
      sequence: isOfBooking ? sequence : Type.Null({ description: 'Only events of bookings are numbered.' }),
      data: dataOf(type, isOfBooking),
      test: Type.Optional(test),
    },
    { $id: nameOfType(type), description: eventWords[type].description },
  );
}

function dataOf(type: CatalogueType, isOfBooking: boolean): TSchema {
  const { booking, stop, changed, webhook_endpoint, failing_since } = parts;
  const description = { description: 'What it is about.' };
  if (type === TEST_EVENT_TYPE) return Type.Object({ webhook_endpoint }, description);
  if (!isOfBooking) return Type.Object({ webhook_endpoint, failing_since }, description);
  return (STOP_EVENTS as ReadonlySet<string>).has(type)
    ? Type.Object({ booking, stop, changed }, description)
    : Type.Object({ booking, changed }, description);
}

/** `booking.stop.completed` is published as BookingStopCompletedEvent. */
function nameOfType(type: CatalogueType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}
