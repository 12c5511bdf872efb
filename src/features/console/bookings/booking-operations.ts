// OpenAPI operations of bookings, stops, photos and fares.
import { type TSchema, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import {
  OperatorBookingListSchema,
  OperatorBookingQuerySchema,
  OperatorBookingSchema,
} from './booking-schemas.ts';
import {
  ArrivalSchema,
  CompletionSchema,
  DepartureSchema,
  FareLineSchema,
  OperatorCancelSchema,
  PhotoSchema,
  PositionSchema,
  SkipSchema,
  StopFailureSchema,
} from './progress-schemas.ts';

export const bookingParams = Type.Object({
  id: Type.String({ description: 'Id or confirmation code of the booking.' }),
});
export const stopParams = Type.Object({
  ...bookingParams.properties,
  stop_id: Type.String({ description: 'Id of the stop, from `route`.' }),
});

export const noBooking = answer(ErrorSchema, 'There is no such booking.', [
  problemExample('not_found', 'There is no such booking.'),
]);
export const noStop = answer(ErrorSchema, 'There is no such booking, or the booking has no such stop.', [
  problemExample('not_found', 'The booking has no such stop.'),
]);
const stateConflict = (message: string) =>
  answer(
    ErrorSchema,
    'The state of the booking does not allow this action; the message names the current state.',
    [problemExample('booking_not_editable', message, { kind: 'conflict' })],
  );

export const list = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.list',
  summary: 'List bookings',
  description:
    'Returns bookings of all accounts, newest first, in pages. To get the other pages, request the URLs in ' +
    '`next` and `previous` unchanged.',
  querystring: OperatorBookingQuerySchema,
  response: { 200: answer(OperatorBookingListSchema, 'A page of bookings.') },
};

export const read = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.get',
  summary: 'Retrieve a booking',
  description:
    'Returns a booking as the partner sees it, with the account, crew, notes, calls, messages, webhook ' +
    'deliveries, timeline, offers, billing records and payment operations.',
  params: bookingParams,
  response: { 200: answer(OperatorBookingSchema, 'The booking.'), 404: noBooking },
};

function stopOperation(
  name: string,
  summary: string,
  description: string,
  body: TSchema | null,
  conflictMessage: string,
) {
  return {
    ...operatorOperation('Progress'),
    operationId: `stops.${name}`,
    summary,
    description,
    params: stopParams,
    ...(body && { body: ref(body) }),
    response: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noStop,
      409: stateConflict(conflictMessage),
    },
  };
}

const stepMismatch = 'This step is for a stop that is';

export const depart = stopOperation(
  'depart',
  'Report a departure',
  'Reports that the crew is driving to the stop. The stop must be the next one and `pending`. Emits ' +
    '`booking.stop.departed`.',
  DepartureSchema,
  `${stepMismatch} pending now; stop 0 is driving.`,
);
export const arrive = stopOperation(
  'arrive',
  'Report an arrival',
  'Reports that the crew is at the stop. Billed labor time starts now. Emits `booking.stop.arrived`.',
  ArrivalSchema,
  `${stepMismatch} driving now; stop 0 is pending.`,
);
export const complete = stopOperation(
  'complete',
  'Complete a stop',
  'Reports that the work at the stop is done. Needs at least one photo, uploaded with `POST ' +
    '/operator/bookings/{id}/photos`. Emits `booking.stop.completed`. The last stop also completes the ' +
    'booking, calculates the final fare and emits `booking.completed`.',
  CompletionSchema,
  `${stepMismatch} at now; stop 0 is driving.`,
);
export const fail = stopOperation(
  'cannotComplete',
  'Report a stop failure',
  'Reports that the crew cannot complete the stop. The crew waits there until an operator retries or skips ' +
    'the stop or cancels the booking. Emits `booking.stop.failed`.',
  StopFailureSchema,
  'The stop has already failed. Retry or skip it, or cancel the booking.',
);
export const retry = stopOperation(
  'retry',
  'Retry a stop',
  'Clears a stop failure so that the crew can try again. Emits `booking.updated`.',
  null,
  'The stop has not failed, so it cannot be retried.',
);
export const skip = stopOperation(
  'skip',
  'Skip a stop',
  'Completes the stop where the crew is without a photo, for a reason that the partner sees. Emits the ' +
    'same events as completing the stop.',
  SkipSchema,
  `${stepMismatch} at now; stop 0 is driving.`,
);

export const uploadPhoto = {
  ...operatorOperation('Progress'),
  operationId: 'bookings.uploadPhoto',
  summary: 'Upload a photo',
  description:
    'Uploads a proof-of-delivery photo. The request body is the image itself: JPEG, PNG or WebP, at most ' +
    '15 MB, received within 10 seconds. Pass the returned `url` in `photo_urls` when you complete the ' +
    'stop. The image is re-encoded: rotated upright, at most 2,048 pixels on the longer side, without ' +
    'metadata such as the location.',
  params: bookingParams,
  response: {
    201: answer(PhotoSchema, 'The stored photo.'),
    400: answer(ErrorSchema, 'The body is not an image in a supported format.', [
      problemExample('invalid_parameter', 'photo must be a JPEG, PNG or WebP image; it is gif.', {
        param: 'photo',
      }),
    ]),
    404: noBooking,
  },
};

export const position = {
  ...operatorOperation('Progress'),
  operationId: 'bookings.reportPosition',
  summary: 'Report the crew position of a booking',
  description:
    'Reports the position of the crew of a dispatched booking and its ETA at the next stop. The booking is ' +
    'updated at most every 10 seconds; reports in between are ignored. Emits only `crew.location_updated`.',
  params: bookingParams,
  body: ref(PositionSchema),
  response: {
    200: answer(BookingSchema, 'The updated booking.'),
    404: noBooking,
    409: stateConflict('Positions are accepted only for a dispatched booking; this one is created.'),
  },
};

export const cancel = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.cancel',
  summary: 'Cancel a booking',
  description:
    'Cancels a booking that is neither completed nor cancelled, on behalf of the company or of the provider, ' +
    'and releases its crew. Emits `booking.cancelled`.',
  params: bookingParams,
  body: ref(OperatorCancelSchema),
  response: {
    200: answer(BookingSchema, 'The cancelled booking.'),
    404: noBooking,
    409: answer(ErrorSchema, 'The booking is already completed or cancelled.', [
      problemExample('booking_already_cancelled', 'The booking is already cancelled.'),
    ]),
  },
};

export const adjust = {
  ...operatorOperation('Money'),
  operationId: 'fare.adjust',
  summary: 'Adjust the fare',
  description:
    'Adds a line to the final fare of a completed booking, such as a refund, credit or toll. If the ' +
    'partner has paid too much, the difference is refunded to the original payment method. Emits ' +
    '`booking.fare_updated`.',
  params: bookingParams,
  body: ref(FareLineSchema),
  response: {
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
};
