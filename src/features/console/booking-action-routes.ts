// Handler factory for routes that change a booking: finds the booking in any account, sets the operator as actor and
// applies the Idempotency-Key. An idempotency key is scoped to the operator, the operation and the account of the
// booking.
import type { FastifyRequest } from 'fastify';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { type IdempotencyKeyOwner, IdempotentWrites, jsonText } from '../../http/idempotent-write.ts';
import { operatorActor, operatorOf } from '../../http/operator-middleware.ts';
import type { Actor } from '../../lib/actor.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { loadBookingOfAnyAccount } from './bookings/find-booking.ts';
import type { ConsoleContext } from './console-context.ts';

export interface BookingActionInput {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly bookingRef: BookingRef;
  readonly hook: TransactionHook<string>;
}

export type BookingActionFactory = ReturnType<typeof createBookingActions>;

/**
 * Returns a function that turns a booking action into an idempotent route handler. The action returns the booking in
 * the wire format.
 */
export function createBookingActions(context: ConsoleContext) {
  const writes = new IdempotentWrites<IdempotencyKeyOwner & BookingRef>(context, {
    mediaType: 'application/json',
    keyOwnerOf: async (request) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, idOf(request));
      return { accountId, bookingId, caller: `operator ${operatorOf(request).operatorId}` };
    },
  });
  return (action: (input: BookingActionInput) => Promise<string>, status = 200) =>
    writes.handler(jsonText(status), (request, hook, { accountId, bookingId }) =>
      action({ request, actor: operatorActor(request), bookingRef: { accountId, bookingId }, hook }),
    );
}

export const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
export const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export const actionConfig = (role: 'dispatcher' | 'admin') => ({ role, idempotent: true });
