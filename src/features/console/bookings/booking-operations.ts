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
  TroubleSchema,
} from './progress-schemas.ts';

export const bookingParams = Type.Object({
  id: Type.String({ description: 'The id of the booking, or its confirmation code.' }),
});
export const stopParams = Type.Object({
  ...bookingParams.properties,
  stop_id: Type.String({ description: 'The id of the stop, from `route`.' }),
});

export const noBooking = answer(ErrorSchema, 'There is no such booking.', [
  problemExample('not_found', 'There is no such booking.'),
]);
export const noStop = answer(ErrorSchema, 'There is no such booking, or it has no such stop.', [
  problemExample('not_found', 'The booking has no such stop.'),
]);
const wrongMove = (message: string) =>
  answer(ErrorSchema, 'This does not follow from where the booking stands; the message says where that is.', [
    problemExample('booking_not_editable', message, { kind: 'conflict' }),
  ]);

export const list = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.list',
  summary: 'List bookings of all accounts',
  description: 'Newest first, page by page: follow `next` and `previous` unchanged.',
  querystring: OperatorBookingQuerySchema,
  response: { 200: answer(OperatorBookingListSchema, 'A page.') },
};

export const read = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.get',
  summary: 'Read a booking',
  description:
    'The booking as partners see it, with what only operators see: the account, what happened and who did it, and its money.',
  params: bookingParams,
  response: { 200: answer(OperatorBookingSchema, 'The booking.'), 404: noBooking },
};

function stopMove(name: string, summary: string, description: string, body: TSchema | null, refusal: string) {
  return {
    ...operatorOperation('Progress'),
    operationId: `stops.${name}`,
    summary,
    description,
    params: stopParams,
    ...(body && { body: ref(body) }),
    response: {
      200: answer(BookingSchema, 'The booking as it is now.'),
      404: noStop,
      409: wrongMove(refusal),
    },
  };
}

const here = 'This step is for a stop that is';

export const depart = stopMove(
  'depart',
  'The crew sets out',
  'The stop is driven to. Emits `booking.stop.departed`.',
  DepartureSchema,
  `${here} pending now; stop 0 is driving.`,
);
export const arrive = stopMove(
  'arrive',
  'The crew is there',
  'The crew is at the stop; its work is billed from now on. Emits `booking.stop.arrived`.',
  ArrivalSchema,
  `${here} driving now; stop 0 is pending.`,
);
export const complete = stopMove(
  'complete',
  'The work is done',
  'The stop is done, and photos show it: upload them first. Emits `booking.stop.completed`; the last stop also completes ' +
    'the booking, fixes its fare and emits `booking.completed`.',
  CompletionSchema,
  `${here} at now; stop 0 is driving.`,
);
export const fail = stopMove(
  'cannotComplete',
  'The work cannot be done',
  'The crew stays at the stop until an operator retries, skips or cancels. Emits `booking.stop.failed`.',
  TroubleSchema,
  'The stop has failed already; an operator has to decide.',
);
export const retry = stopMove(
  'retry',
  'Try again',
  'After trouble the crew shall try again. Emits `booking.updated`.',
  null,
  'The stop has not failed, so there is nothing to try again.',
);
export const skip = stopMove(
  'skip',
  'Let a stop go',
  'The stop where the crew is counts as done, without a photo and for a reason. Emits what its completion would.',
  SkipSchema,
  `${here} at now; stop 0 is driving.`,
);

export const uploadPhoto = {
  ...operatorOperation('Progress'),
  operationId: 'bookings.uploadPhoto',
  summary: 'Upload a photo',
  description:
    'The body is the picture itself: JPEG, PNG or WebP, at most 15 MB, within 10 seconds. Phones send it as soon as it is ' +
    'taken, and name its `url` when the stop is done. It is drawn anew: upright, at most 2,048 pixels, without the place ' +
    'where it was taken.',
  params: bookingParams,
  response: {
    201: answer(PhotoSchema, 'The photo.'),
    400: answer(ErrorSchema, 'This is no picture that can be shown.', [
      problemExample('invalid_parameter', 'photo must be a JPEG, PNG or WebP picture; this is gif.', {
        param: 'photo',
      }),
    ]),
    404: noBooking,
  },
};

export const position = {
  ...operatorOperation('Progress'),
  operationId: 'bookings.reportPosition',
  summary: 'Where the crew is',
  description:
    'Where the crew of a dispatched booking is and when it will be at the next stop. The booking is rewritten at most every ' +
    '10 seconds; what comes sooner changes nothing. Emits `crew.location_updated` only.',
  params: bookingParams,
  body: ref(PositionSchema),
  response: {
    200: answer(BookingSchema, 'The booking as it is now.'),
    404: noBooking,
    409: wrongMove('Only the crew of a dispatched booking is followed; this one is created.'),
  },
};

export const cancel = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.cancel',
  summary: 'Cancel a booking',
  description: 'Anything that is not over. Emits `booking.cancelled`.',
  params: bookingParams,
  body: ref(OperatorCancelSchema),
  response: {
    200: answer(BookingSchema, 'The booking, cancelled.'),
    404: noBooking,
    409: answer(ErrorSchema, 'The booking is over already.', [
      problemExample('booking_already_cancelled', 'The booking is cancelled already.'),
    ]),
  },
};

export const adjust = {
  ...operatorOperation('Money'),
  operationId: 'fare.adjust',
  summary: 'Adjust the fare',
  description:
    'One more line on the fare of a completed booking: a refund, a credit, a toll. What was paid too much goes back the way ' +
    'it came. Emits `booking.fare_updated`.',
  params: bookingParams,
  body: ref(FareLineSchema),
  response: {
    200: answer(BookingSchema, 'The booking with its fare as it is now.'),
    404: noBooking,
    422: answer(ErrorSchema, 'The booking has no final fare yet; or the `Idempotency-Key` was used before.', [
      problemExample(
        'booking_not_editable',
        'Only a completed booking has a fare to adjust; this one is dispatched.',
      ),
    ]),
  },
};
