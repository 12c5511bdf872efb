// Routes of /operator/bookings/{id}/stops/{stop_id}/…: steps of the crew, decisions about stop failures, and photo
// uploads.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { acceptImagesOnly, imageBodyLimit, imageOf, imageTypes } from '../../../http/image-body.ts';
import { refuseBody } from '../../../http/no-body.ts';
import { optionalBody } from '../../../http/optional-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import {
  arriveAtStop,
  completeStop,
  departForStop,
  failStop,
  retryStop,
  skipStop,
} from '../../dispatch/report-progress.ts';
import { savePhoto } from '../../photos/save-photo.ts';
import { actionConfig, type BookingActionFactory, dateOf, idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import * as operations from './booking-operations.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import type {
  ArrivalSchema,
  CompletionSchema,
  DepartureSchema,
  SkipSchema,
  StopFailureSchema,
} from './progress-schemas.ts';

export interface ProgressOptions {
  readonly context: ConsoleContext;
  readonly bookingAction: BookingActionFactory;
}

const stopIdOf = (request: FastifyRequest) => (request.params as { stop_id: string }).stop_id;
const path = (step: string) => `/bookings/:id/stops/:stop_id/${step}`;
const config = actionConfig('dispatcher');

export async function progressRoutes(
  app: HttpServer,
  { context, bookingAction }: ProgressOptions,
): Promise<void> {
  app.post(
    path('depart'),
    { config, schema: operations.depart, preValidation: optionalBody },
    bookingAction(({ request, ...report }) => {
      const { occurred_at, eta } = request.body as Static<typeof DepartureSchema>;
      const step = { ...stepOf(request, occurred_at), eta: dateOf(eta ?? undefined) ?? null };
      return departForStop({ context, ...report }, step);
    }),
  );

  app.post(
    path('arrive'),
    { config, schema: operations.arrive, preValidation: optionalBody },
    bookingAction(({ request, ...report }) => {
      const { occurred_at } = request.body as Static<typeof ArrivalSchema>;
      return arriveAtStop({ context, ...report }, stepOf(request, occurred_at));
    }),
  );

  app.post(
    path('complete'),
    { config, schema: operations.complete },
    bookingAction(({ request, ...report }) => {
      const { occurred_at, photo_urls: photoUrls } = request.body as Static<typeof CompletionSchema>;
      return completeStop({ context, ...report }, { ...stepOf(request, occurred_at), photoUrls });
    }),
  );

  app.post(
    path('cannot-complete'),
    { config, schema: operations.fail },
    bookingAction(({ request, ...report }) => {
      const {
        occurred_at,
        reason,
        photo_urls: photoUrls = [],
      } = request.body as Static<typeof StopFailureSchema>;
      const step = { ...stepOf(request, occurred_at), reason, photoUrls };
      return failStop({ context, ...report }, step);
    }),
  );

  app.post(
    path('retry'),
    { config, schema: operations.retry, preValidation: refuseBody },
    bookingAction(({ request, ...report }) =>
      retryStop({ context, ...report }, { stopId: stopIdOf(request) }),
    ),
  );

  app.post(
    path('skip'),
    { config, schema: operations.skip },
    bookingAction(({ request, ...report }) => {
      const { occurred_at, reason } = request.body as Static<typeof SkipSchema>;
      return skipStop({ context, ...report }, { ...stepOf(request, occurred_at), reason });
    }),
  );
}

function stepOf(request: FastifyRequest, occurredAt: string | undefined) {
  return { stopId: stopIdOf(request), occurredAt: dateOf(occurredAt) };
}

export async function photoUploadRoutes(
  app: HttpServer,
  { context }: Pick<ProgressOptions, 'context'>,
): Promise<void> {
  acceptImagesOnly(app);
  app.post(
    '/bookings/:id/photos',
    {
      config: { role: 'dispatcher', uploads: imageTypes },
      schema: operations.uploadPhoto,
      bodyLimit: imageBodyLimit,
    },
    async (request, reply) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, idOf(request));
      const url = await savePhoto(context, { accountId, bookingId }, imageOf(request));
      return reply.code(201).send({ url });
    },
  );
}
