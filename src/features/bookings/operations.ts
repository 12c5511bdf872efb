// OpenAPI operations of bookings and stops.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, DateTime, ErrorSchema, Nullable, ref } from '../../http/schemas.ts';
import { bookingExample } from './booking-example.ts';
import {
  BookingInputSchema,
  BookingListQuerySchema,
  BookingUpdateSchema,
  CancelInputSchema,
  NewStopSchema,
  ReorderSchema,
  StopUpdateSchema,
} from './request-schemas.ts';
import { BookingSchema } from './schemas.ts';

const params = Type.Object({ id: Type.String({ description: 'The id of the booking.' }) });
const stopsParams = Type.Object({ booking_id: Type.String({ description: 'The id of the booking.' }) });
const stopParams = Type.Object({
  booking_id: Type.String({ description: 'The id of the booking.' }),
  position: Type.String({ description: 'The position of the stop, counted from 0.' }),
});

const notFound = answer(ErrorSchema, 'The account has no booking with this id.', [
  problemExample('not_found', 'There is no such booking.'),
]);
const badRequest = (
  description: string,
  code: Parameters<typeof problemExample>[0],
  message: string,
  param: string,
) => answer(ErrorSchema, description, [problemExample(code, message, { param })]);

export const BookingListSchema = Type.Object(
  {
    data: Type.Array(ref(BookingSchema), { description: 'Bookings, newest first.' }),
    next: Nullable(Type.String({ description: 'Link to the next page; null on the last page.' })),
    previous: Nullable(Type.String({ description: 'Link to the previous page; null on the first page.' })),
  },
  {
    $id: 'BookingList',
    description: 'A page of bookings.',
    examples: [{ data: [bookingExample], next: null, previous: null }],
  },
);

export const CancellationPreviewSchema = Type.Object(
  {
    cancellable: Type.Boolean({ description: 'Whether the partner can cancel the booking now.' }),
    fee: Type.Integer({ description: 'Fee for cancelling now, in cents.' }),
    fee_holds_until: Nullable(
      DateTime({ description: 'When the fee next changes with time; null if it does not.' }),
    ),
    code: Nullable(
      Type.String({ description: 'Why the booking cannot be cancelled, as an error code; null if it can.' }),
    ),
  },
  {
    $id: 'CancellationPreview',
    description: 'Preview of a cancellation.',
    examples: [{ cancellable: true, fee: 0, fee_holds_until: null, code: null }],
  },
);

export const create = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.create',
  summary: 'Create a booking',
  description:
    'Creates a booking from a quote (`quote_id`), or from a route (`stops`, or the deprecated `origin` and `destination`) and a `product`. ' +
    'The arrival window is a listed window of the schedule or a custom window. Send an `Idempotency-Key`: a retry with the same key returns the same booking.',
  body: ref(BookingInputSchema),
  response: {
    201: answer(BookingSchema, 'The new booking.'),
    400: badRequest(
      'A parameter is invalid; `param` names it.',
      'invalid_tip',
      'tip must be 0, or at least 100 cents.',
      'tip',
    ),
    409: answer(ErrorSchema, 'A concurrent request took the last place of the window, or used the quote.', [
      problemExample('quote_already_used', 'This quote has already been booked. Create a new quote.', {
        param: 'quote_id',
      }),
    ]),
    422: badRequest(
      'The request is valid, but the job cannot be booked.',
      'quote_expired',
      'The quote has expired. Create a new one.',
      'quote_id',
    ),
  },
};

export const list = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.list',
  summary: 'List bookings',
  description:
    'Returns bookings, newest first, in pages. Follow the links in `next` and `previous` unchanged.',
  querystring: BookingListQuerySchema,
  response: {
    200: answer(BookingListSchema, 'A page of bookings.'),
    400: badRequest('A parameter is invalid.', 'invalid_parameter', 'limit must be at most 100.', 'limit'),
  },
};

export const read = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.get',
  summary: 'Retrieve a booking',
  description: 'Returns the current state of the booking.',
  params,
  response: { 200: answer(BookingSchema, 'The booking.'), 404: notFound },
};

export const update = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.update',
  summary: 'Update a booking',
  description:
    'Changes the given fields. Before dispatch, every listed field can change. After dispatch, texts, contacts and everything that the crew has not acted on can change. ' +
    'After completion or cancellation, only `metadata` and `order_number` can change. A new route or different add-ons reprice the booking.',
  params,
  body: ref(BookingUpdateSchema),
  response: {
    200: answer(BookingSchema, 'The updated booking.'),
    400: badRequest(
      'The change is invalid, or not possible in the current state.',
      'booking_not_editable',
      'origin can no longer be changed: the booking is completed.',
      'origin',
    ),
    404: notFound,
  },
};

export const cancel = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.cancel',
  summary: 'Cancel a booking',
  description:
    'Cancels the booking. Possible until the crew has completed the first stop. A fee may apply: preview it first.',
  params,
  body: ref(CancelInputSchema),
  response: {
    200: answer(BookingSchema, 'The cancelled booking.'),
    400: badRequest(
      'A parameter is invalid.',
      'invalid_parameter',
      'cancel_reason must be one of vehicle, long_eta, im_not_ready, other.',
      'cancel_reason',
    ),
    404: notFound,
    409: answer(ErrorSchema, 'The booking is already cancelled, or can no longer be cancelled.', [
      problemExample('booking_already_cancelled', 'The booking is already cancelled.'),
    ]),
  },
};

export const previewCancellation = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.previewCancellation',
  summary: 'Preview the cancellation fee',
  description: 'Returns whether the booking can be cancelled now, and the fee. Changes nothing.',
  params,
  response: { 200: answer(CancellationPreviewSchema, 'The preview.'), 404: notFound },
};

const stopProblems = {
  404: notFound,
  422: answer(ErrorSchema, 'The change of the route is invalid or not possible.', [
    problemExample('too_many_stops', 'A route has at most 7 stops.'),
  ]),
};

export const addStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.addStop',
  summary: 'Add a stop',
  description: 'Inserts a stop before the destination, or at `position`. Reprices the booking.',
  params: stopsParams,
  body: ref(NewStopSchema),
  response: { 201: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
};

export const removeStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.removeStop',
  summary: 'Remove a stop',
  description:
    'Removes the stop, and the contacts that are notified about this stop only. Reprices the booking.',
  params: stopParams,
  response: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
};

export const reorderStops = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.reorderStops',
  summary: 'Move a stop',
  description: 'Moves the stop at `from_position` to `to_position`. Reprices the booking.',
  params: stopsParams,
  body: ref(ReorderSchema),
  response: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
};

export const updateStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.updateStop',
  summary: 'Update a stop',
  description:
    'Changes the instructions, apartment, floor and elevator of a stop. Does not change the price.',
  params: stopParams,
  body: ref(StopUpdateSchema),
  response: { 200: answer(BookingSchema, 'The updated booking.'), ...stopProblems },
};
