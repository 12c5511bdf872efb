// Handler factory for routes that change a booking: finds the booking in any account, sets the operator as actor and
// applies the Idempotency-Key. An idempotency key is scoped to the operator, the operation and the account of the
// booking.
import type { FastifyRequest } from 'fastify';
import {
  type Answer,
  type IdempotencyKeyOwner,
  IdempotentWrites,
  type Remember,
} from '../../http/idempotent-write.ts';
import { operatorOf } from '../../http/operator-middleware.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from '../dispatch/booking-ref.ts';
import { loadBookingOfAnyAccount } from './bookings/find-booking.ts';
import type { ConsoleContext } from './console-context.ts';

export interface BookingActionInput extends BookingRef {
  readonly request: FastifyRequest;
  readonly actor: BookingActor;
  readonly remember: Remember;
}

export type BookingActionFactory = ReturnType<typeof createBookingActions>;

/** Returns a function that turns a booking action into an idempotent route handler. */
export function createBookingActions(context: ConsoleContext) {
  const writes = new IdempotentWrites<IdempotencyKeyOwner & BookingRef>(context, {
    mediaType: 'application/json',
    keyOwnerOf: async (request) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, idOf(request));
      return { accountId, bookingId, caller: `operator ${operatorOf(request).operatorId}` };
    },
  });
  return (action: (input: BookingActionInput) => Promise<Answer>) =>
    writes.handler((request, remember, { accountId, bookingId }) =>
      action({ request, accountId, bookingId, actor: actorOf(request), remember }),
    );
}

export function actorOf(request: FastifyRequest): BookingActor {
  return { actor: { kind: 'operator', id: operatorOf(request).operatorId }, requestId: request.id };
}

export const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
export const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export const actionConfig = (role: 'dispatcher' | 'admin') => ({ role, idempotent: true });
