// /portal/api/deliveries: list deliveries, read one with its attempts, resend it.
import type { Static } from 'typebox';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { DeliveriesQuerySchema, DeliveryDetailSchema, DeliveryPageSchema, params } from './portal-schemas.ts';
import { type DeliveryQuery, type DeliveryReader, readDeliveries, readDelivery } from './read-deliveries.ts';
import { type ResendContext, resendDelivery } from './resend-delivery.ts';

export type PortalDeliveryContext = ResendContext & DeliveryReader;

const path = '/portal/api/deliveries';
const { operation } = pageOperations<PortalDeliveryContext>();

export const portalDeliveryOperations: readonly PageOperation<PortalDeliveryContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'write',
    summary:
      'Deliveries, newest first; `search` finds a booking by id, hid or order number, and an event by id',
    query: DeliveriesQuerySchema,
    responses: { 200: DeliveryPageSchema },
    handler: ({ context, request }) =>
      readDeliveries(context, portalPrincipalOf(request).accountId, readQuery(request.query)),
  }),

  operation({
    method: 'GET',
    path: `${path}/:id`,
    access: 'write',
    summary: 'A delivery with its payload and attempts',
    params,
    responses: { 200: DeliveryDetailSchema },
    handler: ({ context, request }) =>
      readDelivery(context, portalPrincipalOf(request).accountId, request.params.id),
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/resend`,
    access: 'write',
    summary: 'Resend a delivery; no effect while a resend is pending',
    params,
    responses: { 202: DeliveryDetailSchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      await resendDelivery(context, portalActor(request), id);
      return readDelivery(context, portalPrincipalOf(request).accountId, id);
    },
  }),
];

function readQuery(query: Static<typeof DeliveriesQuerySchema>): DeliveryQuery {
  return {
    filter: {
      endpointId: query.endpoint_id,
      status: query.status,
      type: query.type,
      bookingId: query.booking_id,
      from: readTime(query.from),
      to: readTime(query.to),
    },
    search: query.search?.trim() || undefined,
    after: query.after,
    limit: query.limit ?? 50,
  };
}

/** Clamped to 1970: UUIDv7 ids contain times from 1970 on. */
function readTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(Math.max(0, Date.parse(text)));
}
