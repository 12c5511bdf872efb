// POST and GET /bookings, GET, PATCH /bookings/{id}, POST /bookings/{id}/cancel, GET /bookings/{id}/cancellation.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { BookingState } from '../../domain/booking.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import { type IdempotentWrites, idempotencyKeyOf } from '../../http/idempotent-write.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { optionalBody } from '../../http/optional-body.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import { sendJsonString } from '../../http/send-json-string.ts';
import type { HttpServer } from '../../http/server.ts';
import { isUuid } from '../../lib/ids.ts';
import { bookingActorOf } from './booking-actor.ts';
import { normalizeBookingBody, readOrder, readUpdate } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';
import { BookingJsonCache } from './booking-json-cache.ts';
import { cancelBooking, previewBookingCancellation } from './cancel-booking.ts';
import { bookingNotFound } from './change-booking.ts';
import { createBooking } from './create-booking.ts';
import { type ListQuery, listBookings } from './list-bookings.ts';
import * as operations from './operations.ts';
import type {
  BookingInputSchema,
  BookingListQuerySchema,
  BookingUpdateSchema,
  CancelInputSchema,
} from './request-schemas.ts';
import { type BookingEditor, updateBooking } from './update-booking.ts';

export interface BookingRoutesOptions {
  readonly context: BookingContext;
  readonly writes: IdempotentWrites;
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

function editorOf(request: FastifyRequest): BookingEditor {
  const principal = principalOf(request);
  return { accountId: principal.accountId, mover: bookingActorOf(principal, request.id) };
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
    writes.handler((request, remember) =>
      createBooking(
        contextOf(request),
        principalOf(request),
        readOrder(request.body as Static<typeof BookingInputSchema>),
        { id: request.id, idempotencyKey: idempotencyKeyOf(request) },
        remember,
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
    writes.handler((request, remember) =>
      updateBooking(
        contextOf(request),
        editorOf(request),
        idOf(request),
        readUpdate(request.body as Static<typeof BookingUpdateSchema>),
        remember,
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
    writes.handler((request, remember) => {
      const { cancel_reason } = request.body as Static<typeof CancelInputSchema>;
      const command = { bookingId: idOf(request), reason: cancel_reason ?? null };
      return cancelBooking(contextOf(request), principalOf(request), command, request.id, remember);
    }),
  );

  app.get(
    '/bookings/:id/cancellation',
    { config: needs('read'), schema: operations.previewCancellation },
    async (request, reply) =>
      reply
        .type(vendorMediaType)
        .send(
          await previewBookingCancellation(contextOf(request), principalOf(request).accountId, idOf(request)),
        ),
  );
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
