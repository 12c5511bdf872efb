// Delivering again: a drop-off that failed or was skipped becomes the destination of a new booking.
import type { RouteStop } from '../place/route.ts';
import type { Booking } from './booking.ts';
import { invalidStep, noSuchStop } from './booking-problems.ts';
import type { Contact, ContactInput } from './contacts.ts';

export interface UndeliveredStop {
  readonly stop: RouteStop;
  /** Why; `failed` waits for a decision of an operator. */
  readonly outcome: 'failed' | 'skipped';
  readonly reason: string;
}

/** Throws unless the stop is a drop-off that failed or was skipped. */
export function requireUndelivered({ route, dispatch, state }: Booking, stopId: string): UndeliveredStop {
  const position = route.findIndex(({ id }) => id === stopId);
  const stop = route[position];
  if (!stop) throw noSuchStop();
  if (position === 0)
    throw invalidStep(
      'Stop 0 is the pickup. Only a stop that goods were to be delivered to can be repeated.',
    );
  const skip = dispatch?.events.find((event) => event.outcome === 'skipped' && event.routeStopId === stopId);
  if (skip) return { stop, outcome: 'skipped', reason: skip.reason ?? '' };
  const failure = state === 'dispatched' && dispatch?.routeStopId === stopId ? dispatch.failure : null;
  if (failure) return { stop, outcome: 'failed', reason: failure.reason };
  throw invalidStep(`Stop ${position} has neither failed nor been skipped, so it cannot be delivered again.`);
}

/**
 * Contacts of the whole route and of the repeated stop; those of the pickup only if the goods are still there.
 * `undefined`: the booking has no contacts of its own, and the recipients follow from customer or user.
 */
export function contactsOfRedelivery(
  { contacts, recipients, route }: Pick<Booking, 'contacts' | 'recipients' | 'route'>,
  stopId: string,
  isFromPickup: boolean,
): ContactInput[] | undefined {
  if (recipients !== 'contacts') return undefined;
  const pickupId = isFromPickup ? route[0]?.id : undefined;
  const positionsOf = ({ stopIds }: Contact) =>
    stopIds === null
      ? undefined
      : [pickupId, stopId].flatMap((id, position) =>
          id !== undefined && stopIds.includes(id) ? [position] : [],
        );
  return contacts
    .map((contact) => ({ ...contact, stopPositions: positionsOf(contact) }))
    .filter(({ stopPositions }) => stopPositions === undefined || stopPositions.length > 0)
    .map(({ name, phoneNumber, email, stopPositions }) => ({ name, phoneNumber, email, stopPositions }));
}
