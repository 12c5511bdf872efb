// Handler factory for routes that change a booking: finds the booking in any account, sets the operator as actor and
// applies the Idempotency-Key. An idempotency key is scoped to the operator, the operation and the account of the
// booking.
import type { FastifyRequest } from 'fastify';
import { type Answer, IdempotentWrites, type KeyHolder, type Remember } from '../../http/idempotent-write.ts';
import { operatorOf } from '../../http/operator-middleware.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from '../dispatch/booking-ref.ts';
import { loadBookingAnywhere } from './bookings/find-booking.ts';
import type { ConsoleContext } from './console-context.ts';

export interface AskedMove extends BookingPlace {
  readonly request: FastifyRequest;
  readonly actor: Mover;
  readonly remember: Remember;
}

export type MoveHandler = ReturnType<typeof movesOf>;

/** Returns a function that turns a booking action into an idempotent route handler. */
export function movesOf(context: ConsoleContext) {
  const writes = new IdempotentWrites<KeyHolder & BookingPlace>(context, {
    mediaType: 'application/json',
    holderOf: async (request) => {
      const { id: bookingId, accountId } = await loadBookingAnywhere(context, idOf(request));
      return { accountId, bookingId, caller: `operator ${operatorOf(request).operatorId}` };
    },
  });
  return (action: (input: AskedMove) => Promise<Answer>) =>
    writes.handler((request, remember, { accountId, bookingId }) =>
      action({ request, accountId, bookingId, actor: actorOf(request), remember }),
    );
}

export function actorOf(request: FastifyRequest): Mover {
  return { actor: { kind: 'operator', id: operatorOf(request).operatorId }, requestId: request.id };
}

export const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
export const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export const actionConfig = (role: 'dispatcher' | 'admin') => ({ role, idempotent: true });
