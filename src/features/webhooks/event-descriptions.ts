// Description of each event type for the OpenAPI document, the portal and the guide.
import { EVENT_TYPES, TEST_EVENT_TYPE } from '../../domain/event-types.ts';

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

export const eventWords: Readonly<Record<CatalogueType, EventDescription>> = {
  'booking.created': entry('Bookings', 'Booking created', 'A booking was made.'),
  'booking.updated': entry(
    'Bookings',
    'Booking updated',
    'Something about the order changed: texts, contacts, the window, the route. `changed` names the fields.',
  ),
  'booking.dispatched': entry('Bookings', 'Booking dispatched', 'A crew was assigned.'),
  'booking.crew_changed': entry(
    'Crew',
    'Crew changed',
    'Another crew took over, or the crew was lost and the booking waits for a new one (`crew` is null).',
  ),
  'booking.stop.departed': entry('Stops', 'Crew on its way', 'The crew set out for the stop in `data.stop`.'),
  'booking.stop.arrived': entry('Stops', 'Crew arrived', 'The crew is at the stop in `data.stop`.'),
  'booking.stop.completed': entry(
    'Stops',
    'Stop completed',
    'The work at the stop in `data.stop` is done, or an operator let it go; the last of `booking.dispatch.events` about it says which, with photos.',
  ),
  'booking.stop.failed': entry(
    'Stops',
    'Stop failed',
    'The crew could not do its work at the stop in `data.stop`. It waits there until the operator decides.',
  ),
  'booking.completed': entry(
    'Bookings',
    'Booking completed',
    'The last stop is done, and `fare` holds what is charged. Follows the `booking.stop.completed` of that stop.',
  ),
  'booking.cancelled': entry(
    'Bookings',
    'Booking cancelled',
    'By you, by the operator, or because no crew was found or the payment was refused; `cancellation` says which.',
  ),
  'booking.fare_updated': entry(
    'Bookings',
    'Fare updated',
    'The fare of a completed booking was adjusted, for example by a refund.',
  ),
  'crew.location_updated': entry(
    'Crew',
    'Crew moved',
    'Where the crew is and when it will arrive, at most every 10 seconds (in simulations at every step). Sent only to endpoints that name this type.',
  ),
  'webhook_endpoint.failing': entry(
    'Webhooks',
    'Endpoint failing',
    'Another endpoint of yours has had no success for a day or more. After five days it is disabled.',
  ),
  'webhook_endpoint.disabled': entry(
    'Webhooks',
    'Endpoint disabled',
    'Another endpoint of yours was disabled: it failed for days, or answered 410. What it misses can be recovered.',
  ),
  [TEST_EVENT_TYPE]: entry(
    'Webhooks',
    'Test',
    'Sent from the portal to try an endpoint, whatever types it asked for; no part of the feed.',
  ),
};
