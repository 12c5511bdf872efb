// Routes of /operator/bookings/{id}/stops/{stop_id}/…: steps of the crew, decisions about stop failures, and photo
// uploads.
import type { Static } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { imageBodyLimit, imageOf, imageTypes } from '../../../http/server/image-body.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { optionalDate } from '../../../lib/clock.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import {
  arriveAtStop,
  completeStop,
  departForStop,
  failStop,
  retryStop,
  skipStop,
} from '../../dispatch/report-progress.ts';
import { moveOnFromStop } from '../../dispatch/system/move-on.ts';
import { savePhoto } from '../../photos/save-photo.ts';
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import { bookingParams, noBooking, noStop, stateConflict, stopParams } from './booking-responses.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import {
  ArrivalSchema,
  CompletionSchema,
  DepartureSchema,
  PhotoSchema,
  SkipSchema,
  StopFailureSchema,
} from './progress-schemas.ts';

const stepMismatch = 'This step is for a stop that is';

const path = (step: string) => `/bookings/:id/stops/:stop_id/${step}`;

const operation = operatorOperations<ConsoleContext>({ tag: 'Progress' });

export const progressOperations: readonly OperatorOperation<BookingActionContext>[] = [
  bookingAction({
    path: path('depart'),
    ...stopStep('depart', `${stepMismatch} pending now; stop 0 is driving.`),
    summary: 'Report a departure',
    description:
      'Reports that the crew is driving to the stop. The stop must be the next one and `pending`. Emits ' +
      '`booking.stop.departed`.',
    body: ref(DepartureSchema),
    preValidation: optionalBody,
    handler: ({ context, request, ...report }) => {
      const { eta } = request.body;
      const step = { ...stepOf(request), eta: optionalDate(eta ?? undefined) ?? null };
      return departForStop({ context, ...report }, step);
    },
  }),

  bookingAction({
    path: path('arrive'),
    ...stopStep('arrive', `${stepMismatch} driving now; stop 0 is pending.`),
    summary: 'Report an arrival',
    description:
      'Reports that the crew is at the stop. Billed labor time starts now. Emits `booking.stop.arrived`.',
    body: ref(ArrivalSchema),
    preValidation: optionalBody,
    handler: ({ context, request, ...report }) => {
      return arriveAtStop({ context, ...report }, stepOf(request));
    },
  }),

  bookingAction({
    path: path('complete'),
    ...stopStep('complete', `${stepMismatch} at now; stop 0 is driving.`),
    summary: 'Complete a stop',
    description:
      'Reports that the work at the stop is done. Needs at least one photo, uploaded with `POST ' +
      '/operator/bookings/{id}/photos`. Emits `booking.stop.completed`. The booking moves on after one ' +
      'minute, or earlier with the departure for the next stop or `POST …/move-on`.',
    body: ref(CompletionSchema),
    handler: ({ context, request, ...report }) => {
      const { photo_urls: photoUrls } = request.body;
      return completeStop({ context, ...report }, { ...stepOf(request), photoUrls });
    },
  }),

  bookingAction({
    path: path('move-on'),
    ...stopStep('moveOn', `${stepMismatch} done now; stop 0 is at.`),
    summary: 'Move on from a stop',
    description:
      'Moves on from a completed or skipped stop without waiting. The next stop becomes `pending` and ' +
      '`booking.updated` is emitted. After the last stop the booking is completed: the final fare is ' +
      'calculated and `booking.completed` is emitted. Without effect if the booking has already moved on.',
    preValidation: refuseBody,
    handler: ({ context, request, ...report }) =>
      moveOnFromStop({ context, ...report }, { stopId: request.params.stop_id }),
  }),

  bookingAction({
    path: path('cannot-complete'),
    ...stopStep('cannotComplete', 'The stop has already failed. Retry or skip it, or cancel the booking.'),
    summary: 'Report a stop failure',
    description:
      'Reports that the crew cannot complete the stop. The crew waits there until an operator retries or skips ' +
      'the stop or cancels the booking. Emits `booking.stop.failed`.',
    body: ref(StopFailureSchema),
    handler: ({ context, request, ...report }) => {
      const { reason, photo_urls: photoUrls = [] } = request.body;
      const step = { ...stepOf(request), reason, photoUrls };
      return failStop({ context, ...report }, step);
    },
  }),

  bookingAction({
    path: path('retry'),
    ...stopStep('retry', 'The stop has not failed, so it cannot be retried.'),
    summary: 'Retry a stop',
    description: 'Clears a stop failure so that the crew can try again. Emits `booking.updated`.',
    preValidation: refuseBody,
    handler: ({ context, request, ...report }) =>
      retryStop({ context, ...report }, { stopId: request.params.stop_id }),
  }),

  bookingAction({
    path: path('skip'),
    ...stopStep('skip', `${stepMismatch} at now; stop 0 is driving.`),
    summary: 'Skip a stop',
    description:
      'Completes the stop where the crew is without a photo, for a reason that the partner sees. Emits the ' +
      'same events as completing the stop.',
    body: ref(SkipSchema),
    handler: ({ context, request, ...report }) => {
      const { reason } = request.body;
      return skipStop({ context, ...report }, { ...stepOf(request), reason });
    },
  }),
];

export const photoUploadOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'POST',
    path: '/bookings/:id/photos',
    role: 'dispatcher',
    uploads: imageTypes,
    id: 'bookings.uploadPhoto',
    summary: 'Upload a photo',
    description:
      'Uploads a proof-of-delivery photo. The request body is the image itself: JPEG, PNG or WebP, at most ' +
      '15 MB, received within 10 seconds. Pass the returned `url` in `photo_urls` when you complete the ' +
      'stop. The image is re-encoded: rotated upright, at most 2,048 pixels on the longer side, without ' +
      'metadata such as the location.',
    params: bookingParams,
    bodyLimit: imageBodyLimit,
    responses: {
      201: answer(PhotoSchema, 'The stored photo.'),
      400: answer(ErrorSchema, 'The body is not an image in a supported format.', [
        problemExample('invalid_parameter', 'photo must be a JPEG, PNG or WebP image; it is gif.', {
          param: 'photo',
        }),
      ]),
      404: noBooking,
    },
    handler: async ({ context, request }) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, request.params.id);
      const url = await savePhoto(context, { accountId, bookingId }, imageOf(request));
      return { url };
    },
  }),
];

/** What the steps at a stop share. */
function stopStep(name: string, conflictMessage: string) {
  return {
    method: 'POST',
    role: 'dispatcher',
    tag: 'Progress',
    id: `stops.${name}`,
    params: stopParams,
    responses: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noStop,
      409: stateConflict(conflictMessage),
    },
  } as const;
}

function stepOf({
  params,
  body,
}: {
  readonly params: Static<typeof stopParams>;
  readonly body: { readonly occurred_at?: string };
}) {
  return { stopId: params.stop_id, occurredAt: optionalDate(body.occurred_at) };
}
