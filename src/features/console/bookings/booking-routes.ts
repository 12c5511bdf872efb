// Routes of /operator/bookings: list, retrieve, report positions, cancel and adjust fares, across all accounts.
import type { Static } from 'typebox';
import type { BookingState } from '../../../domain/booking.ts';
import { sendJsonString } from '../../../http/send-json-string.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Problem } from '../../../lib/problem.ts';
import { cancelBooking } from '../../bookings/cancel-booking.ts';
import { adjustFare, reportPosition } from '../../dispatch/report-progress.ts';
import { savePositionOfEngaged } from '../../dispatch/system/crew-store.ts';
import { actionConfig, dateOf, idOf } from '../booking-action-routes.ts';
import * as operations from './booking-operations.ts';
import type { OperatorBookingQuerySchema } from './booking-schemas.ts';
import { listBookings, type OperatorListQuery } from './list-bookings.ts';
import type { ProgressOptions } from './progress-routes.ts';
import type { FareLineSchema, OperatorCancelSchema, PositionSchema } from './progress-schemas.ts';
import { showBooking } from './show-booking.ts';

const json = 'application/json';
const reads = { role: 'viewer' } as const;

export async function operatorBookingRoutes(
  app: HttpServer,
  { context, bookingAction }: ProgressOptions,
): Promise<void> {
  app.get('/bookings', { config: reads, schema: operations.list }, async (request, reply) =>
    sendJsonString(reply, await listBookings(context, readQuery(request.query)), json),
  );

  app.get('/bookings/:id', { config: reads, schema: operations.read }, async (request, reply) =>
    sendJsonString(reply, await showBooking(context, idOf(request)), json),
  );

  app.post(
    '/bookings/:id/position',
    { config: actionConfig('dispatcher'), schema: operations.position },
    bookingAction(async ({ request, ...report }) => {
      const { location: at, eta } = request.body as Static<typeof PositionSchema>;
      const location = { longitude: at[0], latitude: at[1] };
      const sighting = { location, eta: dateOf(eta ?? undefined) ?? null };
      const wire = await reportPosition({ context, ...report }, sighting);
      // The crew's own position, from which travel to its next job is estimated. Written after the booking's
      // transaction: if this write is lost, only an older position remains.
      await savePositionOfEngaged(context.system, report.bookingRef.bookingId, location, context.clock.now());
      return wire;
    }),
  );

  app.post(
    '/bookings/:id/cancel',
    { config: actionConfig('dispatcher'), schema: operations.cancel },
    bookingAction(({ request, actor, bookingRef, hook }) => {
      const {
        reason,
        by = 'operator',
        charge_fee = false,
      } = request.body as Static<typeof OperatorCancelSchema>;
      refuseProviderFee(by, charge_fee);
      return cancelBooking(context, actor, bookingRef, { by, reason, chargesFee: charge_fee }, hook);
    }),
  );

  app.post(
    '/bookings/:id/adjustments',
    { config: actionConfig('admin'), schema: operations.adjust },
    bookingAction(({ request, ...report }) => {
      const { kind, name, amount } = request.body as Static<typeof FareLineSchema>;
      return adjustFare({ context, ...report }, { kind, name, amountCents: amount });
    }),
  );
}

function refuseProviderFee(by: 'operator' | 'provider', chargesFee: boolean): void {
  if (by !== 'provider' || !chargesFee) return;
  const message =
    'charge_fee must not be true if by is provider: a cancellation by the provider is free for the partner.';
  throw Problem.of('invalid_parameter', message, { param: 'charge_fee' });
}

function readQuery(query: Static<typeof OperatorBookingQuerySchema>): OperatorListQuery {
  const { after, before, limit = 20, ...parameters } = query;
  return {
    after,
    before,
    limit,
    filter: {
      states: statesOf(query),
      accountId: query.account_id,
      area: query.area,
      hid: query.hid?.toUpperCase(),
      orderNumber: query.order_number,
      day: query.day,
      windowFrom: dateOf(query.window_from),
      windowTo: dateOf(query.window_to),
      text: query.q,
    },
    parameters: Object.fromEntries(
      Object.entries({ ...parameters, limit }).map(([name, value]) => [name, String(value)]),
    ),
  };
}

/** `unassigned` is the state `created`. */
function statesOf({ state, unassigned }: Static<typeof OperatorBookingQuerySchema>): BookingState[] {
  if (unassigned !== undefined && state !== undefined) {
    throw Problem.of(
      'mutually_exclusive_parameters',
      'state and unassigned are mutually exclusive. Send only one of them.',
      {
        param: 'unassigned',
      },
    );
  }
  if (unassigned === true) return ['created'];
  return [...new Set((state?.split(',') ?? []) as BookingState[])];
}
