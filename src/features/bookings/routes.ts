// POST and GET /bookings, GET, PATCH /bookings/{id}, POST /bookings/{id}/cancel, GET /bookings/{id}/cancellation.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { BookingState } from '../../domain/booking.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import {
  type Answer,
  type IdempotentWrites,
  idempotencyKeyOf,
  jsonText,
} from '../../http/idempotent-write.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { optionalBody } from '../../http/optional-body.ts';
import { partnerActor, principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import { sendJsonString } from '../../http/send-json-string.ts';
import type { HttpServer } from '../../http/server.ts';
import { isUuid } from '../../lib/ids.ts';
import { deprecationHeaders } from '../quotes/deprecation.ts';
import { normalizeBookingBody, readOrder, readUpdate } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';
import { BookingJsonCache } from './booking-json-cache.ts';
import type { BookingRef } from './booking-ref.ts';
import { cancelBooking, previewBookingCancellation } from './cancel-booking.ts';
import { bookingNotFound } from './change-booking.ts';
import { type CreatedBooking, createBooking } from './create-booking.ts';
import { type ListQuery, listBookings } from './list-bookings.ts';
import * as operations from './operations.ts';
import type {
  BookingInputSchema,
  BookingListQuerySchema,
  BookingUpdateSchema,
  CancelInputSchema,
} from './request-schemas.ts';
import { updateBooking } from './update-booking.ts';

export interface BookingRoutesOptions {
  readonly context: BookingContext;
  readonly writes: IdempotentWrites;
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

function refOf(request: FastifyRequest): BookingRef {
  return { accountId: principalOf(request).accountId, bookingId: idOf(request) };
}

export async function bookingRoutes(
  app: HttpServer,
  { context, writes }: BookingRoutesOptions,
): Promise<void> {
  const contextOf = (request: FastifyRequest) => withAccountClock(principalOf(request), context);
  const jsonCache = new BookingJsonCache();

  app.post(
    '/bookings',
    {
      config: needs('write'),
      schema: operations.create,
      preValidation: async (request) => {
        Object.assign(request, { body: normalizeBookingBody(request.body, context.environment.name) });
      },
    },
    writes.handler(created, (request, hook) =>
      createBooking(
        contextOf(request),
        partnerActor(request),
        readOrder(request.body as Static<typeof BookingInputSchema>),
        { accountKind: principalOf(request).accountKind, idempotencyKey: idempotencyKeyOf(request) },
        hook,
      ),
    ),
  );

  app.get('/bookings', { config: needs('read'), schema: operations.list }, async (request, reply) => {
    const page = await listBookings(context, principalOf(request).accountId, readListQuery(request.query));
    return sendJsonString(reply, page);
  });

  app.get('/bookings/:id', { config: needs('read'), schema: operations.read }, async (request, reply) => {
    const { accountId } = principalOf(request);
    const id = idOf(request);
    const json = isUuid(id)
      ? await jsonCache.find(context.db.forAccount(accountId), accountId, id)
      : undefined;
    if (json === undefined) throw bookingNotFound();
    return sendJsonString(reply, json);
  });

  app.patch(
    '/bookings/:id',
    // The contract defines no 422 or 409 for this operation: both become 400.
    {
      config: needs('write', { statuses: { unprocessable: 400, conflict: 400 } }),
      schema: operations.update,
    },
    writes.handler(jsonText(200), (request, hook) =>
      updateBooking(
        contextOf(request),
        partnerActor(request),
        refOf(request),
        readUpdate(request.body as Static<typeof BookingUpdateSchema>),
        hook,
      ),
    ),
  );

  app.post(
    '/bookings/:id/cancel',
    {
      config: needs('write'),
      schema: operations.cancel,
      preValidation: optionalBody,
    },
    writes.handler(jsonText(200), (request, hook) => {
      const { cancel_reason: reason = null } = request.body as Static<typeof CancelInputSchema>;
      const command = { by: 'partner', reason } as const;
      return cancelBooking(contextOf(request), partnerActor(request), refOf(request), command, hook);
    }),
  );

  app.get(
    '/bookings/:id/cancellation',
    { config: needs('read'), schema: operations.previewCancellation },
    async (request, reply) =>
      reply.type(vendorMediaType).send(await previewBookingCancellation(contextOf(request), refOf(request))),
  );
}

function created({ wire, deprecated }: CreatedBooking): Answer {
  return { status: 201, body: wire, ...(deprecated && { headers: deprecationHeaders }) };
}

function readListQuery(query: Static<typeof BookingListQuerySchema>): ListQuery {
  const {
    after,
    before,
    limit = 20,
    state,
    order_number,
    hid,
    created_from,
    created_to,
    window_from,
    window_to,
  } = query;
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const { after: _after, before: _before, ...parameters } = query;
  return {
    after,
    before,
    limit,
    filter: {
      states: [...new Set((state?.split(',') ?? []) as BookingState[])],
      orderNumber: order_number,
      hid: hid?.toUpperCase(),
      createdFrom: date(created_from),
      createdTo: date(created_to),
      windowFrom: date(window_from),
      windowTo: date(window_to),
    },
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
}
