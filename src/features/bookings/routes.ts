// POST and GET /bookings, GET, PATCH /bookings/{id}, POST /bookings/{id}/cancel, GET /bookings/{id}/cancellation.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { BookingState } from '../../domain/booking/booking.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { idempotencyKeyOf } from '../../http/operations/idempotent-write.ts';
import { jsonText } from '../../http/operations/operation.ts';
import { readPage, readPageQuery } from '../../http/operations/pagination.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import { partnerActor, principalOf } from '../../http/surfaces/partner-middleware.ts';
import { isUuid } from '../../lib/ids.ts';
import { deprecationHeaders } from '../quotes/deprecation.ts';
import { normalizeBookingBody, readOrder, readUpdate } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingJsonCache } from './booking-json-cache.ts';
import { type BookingFilter, type BookingRow, listBookingRows } from './booking-list-store.ts';
import type { BookingRef } from './booking-ref.ts';
import { BookingListSchema, CancellationPreviewSchema, noSuchBooking } from './booking-schemas.ts';
import { cancelBooking, previewBookingCancellation } from './cancel-booking.ts';
import { bookingNotFound } from './change-booking.ts';
import { type CreatedBooking, createBooking } from './create-booking.ts';
import {
  BookingInputSchema,
  BookingListQuerySchema,
  BookingUpdateSchema,
  CancelInputSchema,
} from './request-schemas.ts';
import { BookingSchema } from './schemas.ts';
import { updateBooking } from './update-booking.ts';

const params = Type.Object({ id: Type.String({ description: 'The id of the booking.' }) });

const badRequest = (
  description: string,
  code: Parameters<typeof problemExample>[0],
  message: string,
  param: string,
) => answer(ErrorSchema, description, [problemExample(code, message, { param })]);

export interface BookingRoutesContext extends BookingContext {
  readonly jsonCache: BookingJsonCache;
}

const { read, write } = partnerOperations<BookingRoutesContext>();

export const bookingOperations: readonly PartnerOperation<BookingRoutesContext>[] = [
  write({
    method: 'POST',
    path: '/bookings',
    access: 'write',
    tag: 'Bookings',
    id: 'bookings.create',
    summary: 'Create a booking',
    description:
      'Creates a booking from a quote (`quote_id`), or from a route (`stops`, or the deprecated `origin` and `destination`) and a `product`. ' +
      'The arrival window is a listed window of the schedule or a custom window. Send an `Idempotency-Key`: a retry with the same key returns the same booking.',
    body: ref(BookingInputSchema),
    adaptBody: (body, { environment }) => normalizeBookingBody(body, environment.name),
    responses: {
      201: answer(BookingSchema, 'The new booking.'),
      400: badRequest(
        'A parameter is invalid; `param` names it.',
        'invalid_tip',
        'tip must be 0, or at least 100 cents.',
        'tip',
      ),
      409: answer(
        ErrorSchema,
        'The window is no longer available, because a concurrent request took its last place or because it has begun (`param` is `arrival_window_id` and `code` is null); or the quote is already used.',
        [
          problemExample('quote_already_used', 'This quote has already been booked. Create a new quote.', {
            param: 'quote_id',
          }),
        ],
      ),
      422: badRequest(
        'The request is valid, but the job cannot be booked.',
        'quote_expired',
        'The quote has expired. Create a new one.',
        'quote_id',
      ),
    },
    handler: ({ context, request, hook }) =>
      createBooking(
        accountContext(context, request),
        partnerActor(request),
        readOrder(request.body),
        { accountKind: principalOf(request).accountKind, idempotencyKey: idempotencyKeyOf(request) },
        hook,
      ),
    present: ({ wire }: CreatedBooking) => jsonText(wire),
    headers: ({ deprecated }) => (deprecated ? deprecationHeaders : {}),
  }),

  read({
    method: 'GET',
    path: '/bookings',
    access: 'read',
    tag: 'Bookings',
    id: 'bookings.list',
    summary: 'List bookings',
    description:
      'Returns bookings, newest first, in pages. Follow the links in `next` and `previous` unchanged.',
    query: BookingListQuerySchema,
    responses: {
      200: answer(BookingListSchema, 'A page of bookings.'),
      400: badRequest('A parameter is invalid.', 'invalid_parameter', 'limit must be at most 100.', 'limit'),
    },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const db = context.db.forAccount(accountId);
      const filter = readFilter(request.query);
      const { rows, next, previous } = await readPage(
        context,
        {
          path: '/bookings',
          accountId,
          load: (page) => listBookingRows(db, accountId, { ...page, filter }),
          placeOf: ({ created_at, id }: BookingRow) => ({ atMs: created_at.getTime(), id }),
        },
        readPageQuery(request.query),
      );
      // The stored JSON is concatenated without parsing.
      const data = rows.map(({ wire }) => wire).join(',');
      return jsonText(
        `{"data":[${data}],"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`,
      );
    },
  }),

  read({
    method: 'GET',
    path: '/bookings/:id',
    access: 'read',
    tag: 'Bookings',
    id: 'bookings.get',
    summary: 'Retrieve a booking',
    description: 'Returns the current state of the booking.',
    params,
    responses: { 200: answer(BookingSchema, 'The booking.'), 404: noSuchBooking },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const id = request.params.id;
      const json = isUuid(id)
        ? await context.jsonCache.find(context.db.forAccount(accountId), accountId, id)
        : undefined;
      if (json === undefined) throw bookingNotFound();
      return jsonText(json);
    },
  }),

  write({
    method: 'PATCH',
    path: '/bookings/:id',
    access: 'write',
    // The contract defines no 422 or 409 for this operation: both become 400.
    statuses: { unprocessable: 400, conflict: 400 },
    tag: 'Bookings',
    id: 'bookings.update',
    summary: 'Update a booking',
    description:
      'Changes the given fields. Before dispatch, every listed field can change. After dispatch, texts, contacts and everything that the crew has not acted on can change. ' +
      'After completion or cancellation, only `metadata` and `order_number` can change. A new route or different add-ons reprice the booking.',
    params,
    body: ref(BookingUpdateSchema),
    responses: {
      200: answer(BookingSchema, 'The updated booking.'),
      400: badRequest(
        'The change is invalid, or not possible in the current state.',
        'booking_not_editable',
        'origin can no longer be changed: the booking is completed.',
        'origin',
      ),
      404: noSuchBooking,
    },
    handler: ({ context, request, hook }) => {
      const inAccount = accountContext(context, request);
      return updateBooking(inAccount, partnerActor(request), refOf(request), readUpdate(request.body), hook);
    },
    present: jsonText,
  }),

  write({
    method: 'POST',
    path: '/bookings/:id/cancel',
    access: 'write',
    tag: 'Bookings',
    id: 'bookings.cancel',
    summary: 'Cancel a booking',
    description:
      'Cancels the booking. Possible until the crew has completed the first stop. A fee may apply: preview it first.',
    params,
    body: ref(CancelInputSchema),
    preValidation: optionalBody,
    responses: {
      200: answer(BookingSchema, 'The cancelled booking.'),
      400: badRequest(
        'A parameter is invalid.',
        'invalid_parameter',
        'cancel_reason must be one of vehicle, long_eta, im_not_ready, other.',
        'cancel_reason',
      ),
      404: noSuchBooking,
      409: answer(ErrorSchema, 'The booking is already cancelled, or can no longer be cancelled.', [
        problemExample('booking_already_cancelled', 'The booking is already cancelled.'),
      ]),
    },
    handler: ({ context, request, hook }) => {
      const { cancel_reason: reason = null } = request.body;
      const command = { by: 'partner', reason } as const;
      const inAccount = accountContext(context, request);
      return cancelBooking(inAccount, partnerActor(request), refOf(request), command, hook);
    },
    present: jsonText,
  }),

  read({
    method: 'GET',
    path: '/bookings/:id/cancellation',
    access: 'read',
    tag: 'Bookings',
    id: 'bookings.previewCancellation',
    summary: 'Preview the cancellation fee',
    description: 'Returns whether the booking can be cancelled now, and the fee. Changes nothing.',
    params,
    responses: { 200: answer(CancellationPreviewSchema, 'The preview.'), 404: noSuchBooking },
    handler: async ({ context, request }) =>
      await previewBookingCancellation(accountContext(context, request), refOf(request), 'partner'),
  }),
];

type BookingRequest = FastifyRequest & { readonly params: Static<typeof params> };

function refOf(request: BookingRequest): BookingRef {
  return { accountId: principalOf(request).accountId, bookingId: request.params.id };
}

function readFilter(query: Static<typeof BookingListQuerySchema>): BookingFilter {
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return {
    states: [...new Set((query.state?.split(',') ?? []) as BookingState[])],
    orderNumber: query.order_number,
    hid: query.hid?.toUpperCase(),
    createdFrom: date(query.created_from),
    createdTo: date(query.created_to),
    windowFrom: date(query.window_from),
    windowTo: date(query.window_to),
  };
}
