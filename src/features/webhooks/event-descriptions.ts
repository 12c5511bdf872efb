// Description of each event type for the OpenAPI document, the portal and the guide.
import { EVENT_TYPES, TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';

/** Every type that an endpoint can receive. */
export const catalogueTypes = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;
export type CatalogueType = (typeof catalogueTypes)[number];

interface EventDescription {
  readonly group: 'Bookings' | 'Stops' | 'Crew' | 'Webhooks';
  readonly title: string;
  readonly description: string;
}

const entry = (group: EventDescription['group'], title: string, description: string): EventDescription => ({
  group,
  title,
  description,
});

export const eventDescriptions: Readonly<Record<CatalogueType, EventDescription>> = {
  'booking.created': entry('Bookings', 'Booking created', 'A booking was created.'),
  'booking.updated': entry(
    'Bookings',
    'Booking updated',
    'The order was changed, for example its texts, contacts, arrival window or route, or the crew moved on from a completed stop and the next one is pending. `data.changed` lists the changed fields.',
  ),
  'booking.dispatched': entry('Bookings', 'Booking dispatched', 'A crew was assigned to the booking.'),
  'booking.crew_changed': entry(
    'Crew',
    'Crew changed',
    'Another crew was assigned, or the crew was removed and the booking waits for a new one (`crew` is null).',
  ),
  'booking.stop.departed': entry(
    'Stops',
    'Crew on its way',
    'The crew departed for the stop in `data.stop`.',
  ),
  'booking.stop.arrived': entry('Stops', 'Crew arrived', 'The crew arrived at the stop in `data.stop`.'),
  'booking.stop.completed': entry(
    'Stops',
    'Stop completed',
    'The crew completed the stop in `data.stop`, or an operator skipped it. The last entry of `booking.dispatch.events` for the stop says which, and contains the photos. `dispatch.state` is `done`. A later event shows that the booking moved on: `booking.updated` with the next stop pending, or `booking.completed`.',
  ),
  'booking.stop.failed': entry(
    'Stops',
    'Stop failed',
    'The crew could not complete the stop in `data.stop`. It waits at the stop until an operator decides how to continue.',
  ),
  'booking.completed': entry(
    'Bookings',
    'Booking completed',
    'The booking is completed: its last stop is done. `fare` contains the final fare. Sent after the `booking.stop.completed` event of that stop.',
  ),
  'booking.cancelled': entry(
    'Bookings',
    'Booking cancelled',
    'The booking was cancelled by you, by an operator, because no crew was found, or because the payment was refused. `cancellation` contains the reason.',
  ),
  'booking.fare_updated': entry(
    'Bookings',
    'Fare updated',
    'The fare of a completed booking was adjusted, for example by a refund.',
  ),
  'crew.location_updated': entry(
    'Crew',
    'Crew location updated',
    'The location or the ETA of the crew changed. Sent at most every 10 seconds (in simulations, at every step), and only to endpoints that list this type in `events`.',
  ),
  'webhook_endpoint.failing': entry(
    'Webhooks',
    'Endpoint failing',
    'Another endpoint of your account has been failing for at least one day. It is disabled after five days without a successful delivery and at least 20 failed attempts.',
  ),
  'webhook_endpoint.disabled': entry(
    'Webhooks',
    'Endpoint disabled',
    'Another endpoint of your account was disabled, because its deliveries failed for five days or it responded with status 410. Events that it missed can be recovered in the portal.',
  ),
  [TEST_EVENT_TYPE]: entry(
    'Webhooks',
    'Test event',
    'A test event sent from the portal, regardless of the types that the endpoint subscribes to. Test events are not part of the event feed.',
  ),
};
