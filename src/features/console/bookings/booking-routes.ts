// Routes of /operator/bookings: list, retrieve, report positions, cancel and adjust fares, across all accounts.
import type { Static } from 'typebox';
import type { Booking, BookingState } from '../../../domain/booking/booking.ts';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { jsonText } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorOf, requireStepUp } from '../../../http/surfaces/operator-middleware.ts';
import { optionalDate } from '../../../lib/clock.ts';
import { Problem } from '../../../lib/problem.ts';
import { CancellationPreviewSchema } from '../../bookings/booking-schemas.ts';
import { cancelBooking, previewBookingCancellation } from '../../bookings/cancel-booking.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { estimateEta } from '../../dispatch/estimate-eta.ts';
import { adjustFare, reportPosition } from '../../dispatch/report-progress.ts';
import { savePositionOfEngaged } from '../../dispatch/system/crew-store.ts';
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import { bookingParams, noBooking, stateConflict } from './booking-responses.ts';
import {
  OperatorBookingListSchema,
  OperatorBookingQuerySchema,
  OperatorBookingSchema,
} from './booking-schemas.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import { listBookings, type OperatorListQuery } from './list-bookings.ts';
import { FareLineSchema, OperatorCancelSchema, PositionSchema } from './progress-schemas.ts';
import { showBooking } from './show-booking.ts';

const operation = operatorOperations<BookingActionContext>({ tag: 'Bookings' });

export const operatorBookingOperations: readonly OperatorOperation<BookingActionContext>[] = [
  operation({
    method: 'GET',
    path: '/bookings',
    role: 'viewer',
    id: 'bookings.list',
    summary: 'List bookings',
    description:
      'Returns bookings of all accounts, newest first or soonest first, in pages. To get the other pages, request the URLs in ' +
      '`next` and `previous` unchanged.',
    query: OperatorBookingQuerySchema,
    responses: { 200: answer(OperatorBookingListSchema, 'A page of bookings.') },
    handler: async ({ context, request }) => jsonText(await listBookings(context, readQuery(request.query))),
  }),

  operation({
    method: 'GET',
    path: '/bookings/:id',
    role: 'viewer',
    id: 'bookings.get',
    summary: 'Retrieve a booking',
    description:
      'Returns a booking as the partner sees it, with the account, crew, notes, calls, messages, webhook ' +
      'deliveries, timeline, offers, billing records and payment operations.',
    params: bookingParams,
    responses: { 200: answer(OperatorBookingSchema, 'The booking.'), 404: noBooking },
    handler: async ({ context, request }) => jsonText(await showBooking(context, request.params.id)),
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/position',
    role: 'dispatcher',
    tag: 'Progress',
    id: 'bookings.reportPosition',
    summary: 'Report the crew position of a booking',
    description:
      'Reports the position of the crew of a dispatched booking and its ETA at the next stop. The booking is ' +
      'updated at most every 10 seconds; reports in between are ignored. Emits only `crew.location_updated`.',
    params: bookingParams,
    body: ref(PositionSchema),
    responses: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noBooking,
      409: stateConflict('Positions are accepted only for a dispatched booking; this one is created.'),
    },
    handler: async ({ context, request, ...report }) => {
      const { location: at, eta: reported } = request.body;
      const location = { longitude: at[0], latitude: at[1] };
      const seenAt = context.clock.now();
      const eta =
        reported === undefined
          ? await estimateEta(context, report.bookingRef, { location, seenAt })
          : (optionalDate(reported ?? undefined) ?? null);
      const wire = await reportPosition({ context, ...report }, { location, eta });
      // The crew's own position, from which travel to its next job is estimated. Written after the booking's
      // transaction: if this write is lost, only an older position remains.
      await savePositionOfEngaged(context.system, report.bookingRef.bookingId, location, seenAt);
      return wire;
    },
  }),

  operation({
    method: 'GET',
    path: '/bookings/:id/cancellation',
    role: 'viewer',
    id: 'bookings.previewCancellation',
    summary: 'Preview the cancellation fee',
    description:
      'Returns whether operators can cancel the booking now, and the fee that `charge_fee` would charge. ' +
      'Changes nothing.',
    params: bookingParams,
    responses: { 200: answer(CancellationPreviewSchema, 'The preview.'), 404: noBooking },
    handler: async ({ context, request }) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, request.params.id);
      return await previewBookingCancellation(context, { accountId, bookingId }, 'operator');
    },
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/cancel',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'bookings.cancel',
    summary: 'Cancel a booking',
    description:
      'Cancels a booking that is neither completed nor cancelled, on behalf of the company or of the provider, ' +
      'and releases its crew. Emits `booking.cancelled`.',
    params: bookingParams,
    body: ref(OperatorCancelSchema),
    responses: {
      200: answer(BookingSchema, 'The cancelled booking.'),
      404: noBooking,
      409: answer(ErrorSchema, 'The booking is already completed or cancelled.', [
        problemExample('booking_already_cancelled', 'The booking is already cancelled.'),
      ]),
    },
    handler: ({ context, request, actor, bookingRef, hook }) => {
      const { reason, by = 'operator', charge_fee = false } = request.body;
      refuseProviderFee(by, charge_fee);
      return cancelBooking(context, actor, bookingRef, { by, reason, chargesFee: charge_fee }, hook);
    },
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/adjustments',
    role: 'admin',
    tag: 'Money',
    id: 'fare.adjust',
    summary: 'Adjust the fare',
    description:
      'Adds a line to the final fare of a completed booking, such as a refund, credit or toll. If the ' +
      'partner has paid too much, the difference is refunded to the original payment method. Emits ' +
      '`booking.fare_updated`. If the lines that lower the fare of the booking exceed the refund limit ' +
      '(`OPERATOR_REFUND_LIMIT_CENTS`) in total, the session must have been confirmed within the last 10 ' +
      'minutes (`POST /operator/session/confirmation`).',
    params: bookingParams,
    body: ref(FareLineSchema),
    responses: {
      200: answer(BookingSchema, 'The booking with its new fare.'),
      404: noBooking,
      422: answer(
        ErrorSchema,
        'The booking has no final fare yet, or the `Idempotency-Key` was used with a different request.',
        [
          problemExample(
            'booking_not_editable',
            'The fare can be adjusted only on a completed booking; this one is dispatched.',
          ),
        ],
      ),
    },
    handler: ({ context, request, ...report }) => {
      const { kind, name, amount } = request.body;
      const precondition = (booking: Booking) => {
        if (refundedCents(booking, amount) > context.refundLimitCents) requireStepUp(operatorOf(request));
      };
      return adjustFare({ context, ...report, precondition }, { kind, name, amountCents: amount });
    },
  }),
];

/** All that was taken off the fare, with the new line: several small refunds count as one large refund. */
function refundedCents({ fare }: Booking, amountCents: number): number {
  if (amountCents >= 0) return 0;
  const amounts = [...(fare?.adjustments ?? []).map((line) => line.amountCents), amountCents];
  return -amounts.reduce((sum, cents) => sum + Math.min(0, cents), 0);
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
      windowFrom: optionalDate(query.window_from),
      windowTo: optionalDate(query.window_to),
      text: query.q,
      alert: query.alert,
    },
    sort: query.sort ?? 'created',
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
