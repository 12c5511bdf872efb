// Maps the authenticated principal to the actor that the audit trail records for a booking change.
import type { Principal } from '../../http/principal.ts';
import type { BookingActor } from './save-booking.ts';

export function bookingActorOf({ userId, clientId }: Principal, requestId: string): BookingActor {
  return { actor: userId ? { kind: 'user', id: userId } : { kind: 'client', id: clientId }, requestId };
}
