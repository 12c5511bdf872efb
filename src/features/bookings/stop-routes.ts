// The stops of a booking: POST, DELETE, PATCH and reorder under /bookings/{booking_id}/stops.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { readStopFields } from '../../domain/place/stop-details.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { jsonText } from '../../http/operations/operation.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { refuseBody } from '../../http/server/no-body.ts';
import { partnerActor, principalOf } from '../../http/surfaces/partner-middleware.ts';
import { readNewStop } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';
import { noSuchBooking } from './booking-schemas.ts';
import {
  addBookingStop,
  editBookingStop,
  removeBookingStop,
  reorderBookingStop,
  type StopFinder,
} from './edit-stops.ts';
import { NewStopSchema, ReorderSchema, StopUpdateSchema } from './request-schemas.ts';
import { BookingSchema } from './schemas.ts';

const stopsParams = Type.Object({ booking_id: Type.String({ description: 'The id of the booking.' }) });

const stopParams = Type.Object({
  booking_id: Type.String({ description: 'The id of the booking.' }),
  position: Type.Integer({ minimum: 0, description: 'The position of the stop, counted from 0.' }),
});

/** The contract defines 422 and no 400 for these operations. */
const access = { access: 'write', statuses: { invalid: 422, conflict: 422 } } as const;

const stopProblems = {
  404: noSuchBooking,
  422: answer(ErrorSchema, 'The change of the route is invalid or not possible.', [
    problemExample('too_many_stops', 'A route has at most 7 stops.'),
  ]),
};

const { write } = partnerOperations<BookingContext>();

export const stopOperations: readonly PartnerOperation<BookingContext>[] = [
  write({
    method: 'POST',
    path: '/bookings/:booking_id/stops',
    ...access,
    tag: 'Bookings',
    id: 'bookings.addStop',
    summary: 'Add a stop',
    description: 'Inserts a stop before the destination, or at `position`. Reprices the booking.',
    params: stopsParams,
    body: ref(NewStopSchema),
    responses: { 201: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
    handler: ({ context, request, hook }) =>
      addBookingStop(requestOf(context, request, hook), readNewStop(request.body)),
    present: jsonText,
  }),

  write({
    method: 'DELETE',
    path: '/bookings/:booking_id/stops/:position',
    ...access,
    tag: 'Bookings',
    id: 'bookings.removeStop',
    summary: 'Remove a stop',
    description:
      'Removes the stop, and the contacts that are notified about this stop only. Reprices the booking.',
    params: stopParams,
    preValidation: refuseBody,
    responses: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
    handler: ({ context, request, hook }) =>
      removeBookingStop(requestOf(context, request, hook), positionOf(request.params)),
    present: jsonText,
  }),

  write({
    method: 'PATCH',
    path: '/bookings/:booking_id/stops/reorder',
    ...access,
    tag: 'Bookings',
    id: 'bookings.reorderStops',
    summary: 'Move a stop',
    description: 'Moves the stop at `from_position` to `to_position`. Reprices the booking.',
    params: stopsParams,
    body: ref(ReorderSchema),
    responses: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
    handler: ({ context, request, hook }) => {
      const { from_position, to_position } = request.body;
      return reorderBookingStop(requestOf(context, request, hook), () => from_position, to_position);
    },
    present: jsonText,
  }),

  write({
    method: 'PATCH',
    path: '/bookings/:booking_id/stops/:position',
    ...access,
    tag: 'Bookings',
    id: 'bookings.updateStop',
    summary: 'Update a stop',
    description:
      'Changes the instructions, apartment, floor and elevator of a stop. Does not change the price.',
    params: stopParams,
    body: ref(StopUpdateSchema),
    responses: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
    handler: ({ context, request, hook }) =>
      editBookingStop(
        requestOf(context, request, hook),
        positionOf(request.params),
        readStopFields(request.body),
      ),
    present: jsonText,
  }),
];

type StopsRequest = FastifyRequest & { readonly params: Static<typeof stopsParams> };

function requestOf(context: BookingContext, request: StopsRequest, hook: TransactionHook<string>) {
  return {
    context: accountContext(context, request),
    actor: partnerActor(request),
    bookingRef: { accountId: principalOf(request).accountId, bookingId: request.params.booking_id },
    hook,
  };
}

function positionOf({ position }: Static<typeof stopParams>): StopFinder {
  return () => position;
}
