// The stops of a booking: POST, DELETE, PATCH and reorder under /bookings/{booking_id}/stops.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { withAccountClock } from '../../http/account-clock.ts';
import type { IdempotentWrites, Remember } from '../../http/idempotent-write.ts';
import { refuseBody } from '../../http/no-body.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { bookingActorOf } from './booking-actor.ts';
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
  const requested = (request: FastifyRequest, remember: Remember): StopRequest => {
    const principal = principalOf(request);
    return {
      context: withAccountClock(principal, context),
      accountId: principal.accountId,
      mover: bookingActorOf(principal, request.id),
      bookingId: (request.params as { booking_id: string }).booking_id,
      remember,
    };
  };

  app.post(
    '/bookings/:booking_id/stops',
    { config, schema: operations.addStop },
    writes.handler((request, remember) =>
      addBookingStop(requested(request, remember), request.body as Static<typeof NewStopSchema>),
    ),
  );

  app.delete(
    '/bookings/:booking_id/stops/:position',
    { config, schema: operations.removeStop, preValidation: refuseBody },
    writes.handler((request, remember) =>
      removeBookingStop(requested(request, remember), positionOf(request)),
    ),
  );

  app.patch(
    '/bookings/:booking_id/stops/reorder',
    { config, schema: operations.reorderStops },
    writes.handler((request, remember) => {
      const { from_position, to_position } = request.body as Static<typeof ReorderSchema>;
      return reorderBookingStop(requested(request, remember), () => from_position, to_position);
    }),
  );

  app.patch(
    '/bookings/:booking_id/stops/:position',
    { config, schema: operations.updateStop },
    writes.handler((request, remember) =>
      editBookingStop(
        requested(request, remember),
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
