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
  position: Type.String({ description: 'Which stop, from 0.' }),
});

const notFound = answer(ErrorSchema, 'There is no such booking for this account.', [
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
    data: Type.Array(ref(BookingSchema), { description: 'Newest first.' }),
    next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
    previous: Nullable(Type.String({ description: 'The address of the previous page; null on the first.' })),
  },
  {
    $id: 'BookingList',
    description: 'A page of bookings.',
    examples: [{ data: [bookingExample], next: null, previous: null }],
  },
);

export const CancellationPreviewSchema = Type.Object(
  {
    cancellable: Type.Boolean({ description: 'Whether a partner can cancel the booking now.' }),
    fee: Type.Integer({ description: 'What it would cost now, in cents.' }),
    fee_holds_until: Nullable(
      DateTime({ description: 'When time alone changes the fee; null if it does not.' }),
    ),
    code: Nullable(Type.String({ description: 'Why it cannot be cancelled.' })),
  },
  {
    $id: 'CancellationPreview',
    description: 'What cancelling would mean.',
    examples: [{ cancellable: true, fee: 0, fee_holds_until: null, code: null }],
  },
);

export const create = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.create',
  summary: 'Book a job',
  description:
    'Books a quote (`quote_id`), or a route (`stops`, or the deprecated `origin` and `destination`) with a `product`, for an arrival window of the ' +
    'schedule or of your own choosing. Send an `Idempotency-Key`: a repeat gives the same booking.',
  body: ref(BookingInputSchema),
  response: {
    201: answer(BookingSchema, 'The booking.'),
    400: badRequest(
      'A parameter is not valid; `param` names it.',
      'invalid_tip',
      'tip must be 0, or at least 100 cents.',
      'tip',
    ),
    409: answer(ErrorSchema, 'The window was taken, or the quote used, by somebody else in the meantime.', [
      problemExample('quote_already_used', 'This quote has already become a booking. Create a new one.', {
        param: 'quote_id',
      }),
    ]),
    422: badRequest(
      'The job cannot be booked as asked.',
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
  description: 'Newest first, page by page: follow `next` and `previous` unchanged.',
  querystring: BookingListQuerySchema,
  response: {
    200: answer(BookingListSchema, 'A page.'),
    400: badRequest('A parameter is not valid.', 'invalid_parameter', 'limit must be at most 100.', 'limit'),
  },
};

export const read = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.get',
  summary: 'Read a booking',
  description: 'The booking as it is now.',
  params,
  response: { 200: answer(BookingSchema, 'The booking.'), 404: notFound },
};

export const update = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.update',
  summary: 'Change a booking',
  description:
    'Before dispatch everything listed can change; afterwards texts, contacts and what the crew has not acted on yet; once it is over only `metadata` and ' +
    '`order_number`. A new route or other add-ons are priced anew.',
  params,
  body: ref(BookingUpdateSchema),
  response: {
    200: answer(BookingSchema, 'The booking as it is now.'),
    400: badRequest(
      'The change is not valid or not possible.',
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
  description: 'Possible until the crew has done the first stop.',
  params,
  body: ref(CancelInputSchema),
  response: {
    200: answer(BookingSchema, 'The booking, cancelled.'),
    400: badRequest(
      'A parameter is not valid.',
      'invalid_parameter',
      'cancel_reason must be one of vehicle, long_eta, im_not_ready, other.',
      'cancel_reason',
    ),
    404: notFound,
    409: answer(ErrorSchema, 'It is too late, or done already.', [
      problemExample('booking_already_cancelled', 'The booking is cancelled already.'),
    ]),
  },
};

export const previewCancellation = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.previewCancellation',
  summary: 'What would cancelling cost?',
  description: 'Whether the booking can be cancelled now, and for what fee. Changes nothing.',
  params,
  response: { 200: answer(CancellationPreviewSchema, 'What it would mean.'), 404: notFound },
};

const stopProblems = {
  404: notFound,
  422: answer(ErrorSchema, 'The route cannot be changed so.', [
    problemExample('too_many_stops', 'A route has at most 7 stops.'),
  ]),
};

export const addStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.addStop',
  summary: 'Add a stop',
  description: 'Just before the destination, or at `position`. The booking is priced anew.',
  params: stopsParams,
  body: ref(NewStopSchema),
  response: { 201: answer(BookingSchema, 'The booking as it is now.'), ...stopProblems },
};

export const removeStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.removeStop',
  summary: 'Remove a stop',
  description: 'Contacts of that stop alone go with it. The booking is priced anew.',
  params: stopParams,
  response: { 200: answer(BookingSchema, 'The booking as it is now.'), ...stopProblems },
};

export const reorderStops = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.reorderStops',
  summary: 'Move a stop',
  description: 'Takes the stop at `from_position` and puts it at `to_position`. The booking is priced anew.',
  params: stopsParams,
  body: ref(ReorderSchema),
  response: { 200: answer(BookingSchema, 'The booking as it is now.'), ...stopProblems },
};

export const updateStop = {
  ...jsonOperation('Bookings'),
  operationId: 'bookings.updateStop',
  summary: 'Change what is said about a stop',
  description: 'Instructions, apartment, floor and elevator; costs nothing.',
  params: stopParams,
  body: ref(StopUpdateSchema),
  response: { 200: answer(BookingSchema, 'The booking as it is now.'), ...stopProblems },
};
