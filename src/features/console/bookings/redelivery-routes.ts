// Routes of /operator/bookings/{id}/stops/{stop_id}/redelivery: quote and book another delivery of a stop that failed or
// was skipped.
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { jsonText } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { Problem } from '../../../lib/problem.ts';
import { readWindowSelection } from '../../bookings/choose-window.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import { noStop, stateConflict, stopParams } from './booking-responses.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import { quoteRedelivery, redeliverStop } from './redeliver-stop.ts';
import {
  RedeliveryQuoteRequestSchema,
  RedeliveryQuoteSchema,
  RedeliveryRequestSchema,
} from './redelivery-schemas.ts';

const conflict = stateConflict('Booking K7M2QX9T already delivers this stop again.');
const notServed = answer(ErrorSchema, 'The route cannot be served; the message says why.', [
  problemExample('outside_service_area', '14 Depot Rd is outside the service areas.', { param: 'goods_at' }),
]);

const operation = operatorOperations<BookingActionContext>({ tag: 'Bookings' });

export const redeliveryOperations: readonly OperatorOperation<BookingActionContext>[] = [
  operation({
    method: 'POST',
    path: '/bookings/:id/stops/:stop_id/redelivery/quote',
    role: 'dispatcher',
    id: 'stops.quoteRedelivery',
    summary: 'Quote a new delivery of a stop',
    description:
      'Creates a quote of the account from where the goods are to a drop-off that failed or was skipped, with ' +
      'product and add-ons of the booking and the ordinary prices of the account. Returns the quote and its ' +
      'arrival windows at the destination.',
    params: stopParams,
    body: ref(RedeliveryQuoteRequestSchema),
    preValidation: optionalBody,
    responses: {
      201: answer(RedeliveryQuoteSchema, 'Quote and windows.'),
      404: noStop,
      409: conflict,
      422: notServed,
    },
    handler: async ({ context, request }) => {
      const { id, stop_id: stopId } = request.params;
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, id);
      const { goods_at: value } = request.body;
      const goods = value === undefined ? null : { value };
      return jsonText(await quoteRedelivery(context, { accountId, bookingId, stopId }, goods));
    },
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/stops/:stop_id/redelivery',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'stops.redeliver',
    summary: 'Deliver a stop again',
    description:
      'Books the quote for the account of the booking, with its contacts, customer, order number, description and ' +
      'metadata, and links both bookings. A stop that waits for a decision is skipped in the same transaction. ' +
      'Emits the events of any new booking. Fails with 409 if another booking that is not cancelled delivers ' +
      'the stop again already.',
    params: stopParams,
    body: ref(RedeliveryRequestSchema),
    responses: {
      201: answer(BookingSchema, 'The new booking.'),
      404: noStop,
      409: conflict,
      422: answer(ErrorSchema, 'The quote cannot be booked; the message says why.', [
        problemExample('quote_expired', 'The quote has expired. Create a new one.', { param: 'quote_id' }),
      ]),
    },
    handler: ({ context, request, actor, bookingRef, hook }) => {
      const window = readWindowSelection(request.body, 'policy');
      if (!window)
        throw Problem.of('missing_parameter', 'arrival_window_id or arrival_window_from is required.', {
          param: 'arrival_window_id',
        });
      const redelivery = { ...bookingRef, stopId: request.params.stop_id };
      return redeliverStop(context, actor, redelivery, { quoteId: request.body.quote_id, window }, hook);
    },
  }),
];
