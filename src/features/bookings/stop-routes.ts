// The stops of a booking: POST, DELETE, PATCH and reorder under /bookings/{booking_id}/stops.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import { type IdempotentWrites, jsonText } from '../../http/idempotent-write.ts';
import { refuseBody } from '../../http/no-body.ts';
import { partnerActor, principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import type { BookingContext } from './booking-context.ts';
import {
  addBookingStop,
  editBookingStop,
  removeBookingStop,
  reorderBookingStop,
  type StopFinder,
  type StopRequest,
} from './edit-stops.ts';
import * as operations from './operations.ts';
import type { NewStopSchema, ReorderSchema, StopUpdateSchema } from './request-schemas.ts';

export interface StopRoutesOptions {
  readonly context: BookingContext;
  readonly writes: IdempotentWrites;
}

/** The contract defines 422 and no 400 for these operations. */
const config = needs('write', { statuses: { invalid: 422, conflict: 422 } });

export async function stopRoutes(app: HttpServer, { context, writes }: StopRoutesOptions): Promise<void> {
  const requestOf = (request: FastifyRequest, hook: TransactionHook<string>): StopRequest => {
    const principal = principalOf(request);
    const { booking_id: bookingId } = request.params as { booking_id: string };
    return {
      context: withAccountClock(principal, context),
      actor: partnerActor(request),
      bookingRef: { accountId: principal.accountId, bookingId },
      hook,
    };
  };

  app.post(
    '/bookings/:booking_id/stops',
    { config, schema: operations.addStop },
    writes.handler(jsonText(201), (request, hook) =>
      addBookingStop(requestOf(request, hook), request.body as Static<typeof NewStopSchema>),
    ),
  );

  app.delete(
    '/bookings/:booking_id/stops/:position',
    { config, schema: operations.removeStop, preValidation: refuseBody },
    writes.handler(jsonText(200), (request, hook) =>
      removeBookingStop(requestOf(request, hook), positionOf(request)),
    ),
  );

  app.patch(
    '/bookings/:booking_id/stops/reorder',
    { config, schema: operations.reorderStops },
    writes.handler(jsonText(200), (request, hook) => {
      const { from_position, to_position } = request.body as Static<typeof ReorderSchema>;
      return reorderBookingStop(requestOf(request, hook), () => from_position, to_position);
    }),
  );

  app.patch(
    '/bookings/:booking_id/stops/:position',
    { config, schema: operations.updateStop },
    writes.handler(jsonText(200), (request, hook) =>
      editBookingStop(
        requestOf(request, hook),
        positionOf(request),
        request.body as Static<typeof StopUpdateSchema>,
      ),
    ),
  );
}

/** A position that is not a number maps to -1, which no route has. */
function positionOf(request: FastifyRequest): StopFinder {
  const { position } = request.params as { position: string };
  return () => (/^(?:0|[1-9]\d?)$/.test(position) ? Number(position) : -1);
}
