// Operations that change a booking: find it in any account, with the operator as actor and an Idempotency-Key. The key
// belongs to the operator, the operation and the account of the booking.
import type { FastifyRequest } from 'fastify';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { type IdempotencyKeyOwner, IdempotentWrites } from '../../http/operations/idempotent-write.ts';
import {
  addOperation,
  type OperationRequest,
  type Responses,
  successStatus,
} from '../../http/operations/operation.ts';
import {
  type OperatorOperation,
  type OperatorShape,
  operatorRoute,
} from '../../http/operations/operator-operation.ts';
import { operatorActor, operatorOf } from '../../http/surfaces/operator-middleware.ts';
import type { Actor } from '../../lib/actor.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { loadBookingOfAnyAccount } from './bookings/find-booking.ts';
import type { ConsoleContext } from './console-context.ts';

type BookingWrites = IdempotentWrites<IdempotencyKeyOwner & BookingRef>;

export interface BookingActionContext extends ConsoleContext {
  readonly writes: BookingWrites;
}

export function createBookingWrites(context: ConsoleContext): BookingWrites {
  return new IdempotentWrites(context, {
    mediaType: 'application/json',
    keyOwnerOf: async (request) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, pathIdOf(request));
      return { accountId, bookingId, caller: `operator ${operatorOf(request).operatorId}` };
    },
  });
}

interface Action<Request> {
  /** Returns the booking in the wire format. */
  readonly handler: (call: {
    readonly context: BookingActionContext;
    readonly request: Request;
    readonly actor: Actor;
    readonly bookingRef: BookingRef;
    readonly hook: TransactionHook<string>;
  }) => Promise<string>;
}

export function bookingAction<Params, Query, Body, Answers extends Responses>(
  definition: OperatorShape<Params, Query, Body, Answers> &
    Action<OperationRequest<Params, Query, Body>> & { readonly tag: string },
): OperatorOperation<BookingActionContext> {
  const status = successStatus(definition);
  return (app, context) =>
    addOperation(app, definition, {
      ...operatorRoute({ ...definition, isIdempotent: true }),
      handler: context.writes.handler(
        (body: string) => ({ status, body }),
        (request, hook, { accountId, bookingId }) =>
          definition.handler({
            context,
            request: request as OperationRequest<Params, Query, Body>,
            actor: operatorActor(request),
            bookingRef: { accountId, bookingId },
            hook,
          }),
      ),
    });
}

/** The path of every booking action has the id or confirmation code of the booking. */
function pathIdOf({ params }: FastifyRequest): string {
  if (typeof params === 'object' && params !== null && 'id' in params) return String(params.id);
  throw new Error('the path of a booking action must contain :id');
}
