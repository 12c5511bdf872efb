// Previews of route changes in the portal: /portal/api/bookings/{id}/stops/preview. The changes themselves are partner
// operations. Expects the principal of the partner operations, because prices depend on the clock of the account.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { accountContext } from '../../http/operations/account-clock.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import type { BookingContext } from './booking-context.ts';
import { previewAddition, previewRemoval, previewReorder } from './edit-stops.ts';
import { NewStopPreviewSchema, StopChangePricesSchema } from './portal-booking-schemas.ts';
import { presentPrices } from './price-preview-view.ts';
import { ReorderSchema } from './request-schemas.ts';

const path = '/portal/api/bookings/:id/stops/preview';
const params = Type.Object({ id: Type.String() });
const stopParams = Type.Object({ id: Type.String(), position: Type.Integer({ minimum: 0 }) });
/** `write`, like the changes: the addresses are looked up. */
const access = 'write';
const responses = { 200: StopChangePricesSchema };

const { operation } = pageOperations<BookingContext>();

export const portalStopOperations: readonly PageOperation<BookingContext>[] = [
  operation({
    method: 'POST',
    path,
    access,
    summary: 'Preview the price of a new stop',
    params,
    body: NewStopPreviewSchema,
    responses,
    handler: async ({ context, request }) => {
      const { location, position } = request.body;
      return presentPrices(await previewAddition(requestOf(context, request), { location, position }));
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/removal/:position`,
    access,
    summary: 'Preview the price without a stop',
    params: stopParams,
    responses,
    handler: async ({ context, request }) =>
      presentPrices(await previewRemoval(requestOf(context, request), () => request.params.position)),
  }),

  operation({
    method: 'POST',
    path: `${path}/reorder`,
    access,
    summary: 'Preview the price of another order of the stops',
    params,
    body: ReorderSchema,
    responses,
    handler: async ({ context, request }) => {
      const { from_position, to_position } = request.body;
      return presentPrices(
        await previewReorder(requestOf(context, request), () => from_position, to_position),
      );
    },
  }),
];

type PreviewRequest = FastifyRequest & { readonly params: Static<typeof params> };

function requestOf(context: BookingContext, request: PreviewRequest) {
  return {
    context: accountContext(context, request),
    bookingRef: { accountId: principalOf(request).accountId, bookingId: request.params.id },
  };
}
