// Request and response schemas of events. The Booking schema is referenced by name only, so that this feature does not
// depend on bookings.
import { type TSchema, Type } from 'typebox';
import { STOP_EVENTS } from '../../domain/booking/booking-events.ts';
import { TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/operations/schemas.ts';
import { type CatalogueType, eventDescriptions } from './event-descriptions.ts';
import { WebhookEndpointSchema } from './schemas.ts';

const refTo = ($ref: string) => Type.Unsafe<object>({ $ref });

const envelope = {
  id: Uuid({
    description:
      'Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.',
  }),
  timestamp: DateTime({ description: 'Time at which the event occurred.' }),
  api_version: Type.Literal(2, { description: 'API version of `data`.' }),
  environment: OneOf(['production', 'sandbox'], { description: 'Environment in which the event occurred.' }),
};
const sequence = Type.Integer({
  minimum: 1,
  description:
    'Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none.',
});
const test = Type.Boolean({
  description: 'true for a test event sent from the portal; nothing happened to a booking.',
});

const parts = {
  booking: refTo('Booking'),
  stop: refTo('RouteStop'),
  changed: Type.Array(Type.String(), { description: 'Names of the booking fields that changed.' }),
  webhook_endpoint: ref(WebhookEndpointSchema),
  failing_since: Nullable(DateTime({ description: 'Time of the first failure since the last success.' })),
};

/** Schema of any event, including types that are added later. */
export const EventSchema = Type.Object(
  {
    ...envelope,
    type: Type.String({
      description:
        'Type of the event. New types can be added at any time; ignore types that you do not know.',
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
      {
        description:
          'Data of the event. Its fields depend on the type; see Webhooks for the schema of each type.',
      },
    ),
    test: Type.Optional(test),
  },
  { $id: 'Event', description: 'An event, exactly as it is sent to webhook endpoints.' },
);

/** Schema of the body of one event type. */
export function schemaOfType(type: CatalogueType) {
  const isOfBooking = !type.startsWith('webhook');
  return Type.Object(
    {
      ...envelope,
      type: Type.Literal(type, { description: 'Type of the event.' }),
      sequence: isOfBooking
        ? sequence
        : Type.Null({ description: 'Always null: only booking events have a sequence number.' }),
      data: dataOf(type, isOfBooking),
      test: Type.Optional(test),
    },
    { $id: nameOfType(type), description: eventDescriptions[type].description },
  );
}

function dataOf(type: CatalogueType, isOfBooking: boolean): TSchema {
  const { booking, stop, changed, webhook_endpoint, failing_since } = parts;
  const description = { description: 'Data of the event.' };
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
