// Add-ons in the portal: what can be chosen for a quote or a booking, and the price of a booking with another set. A quote
// with add-ons and the change of a booking are partner operations. Expects the principal of the partner operations,
// because prices depend on the clock of the account.
import { type Static, Type } from 'typebox';
import { addonsOnOffer } from '../../domain/money/addon-set.ts';
import type { Quote } from '../../domain/money/quote.ts';
import type { RouteStop } from '../../domain/place/route.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { findQuote } from '../quotes/quote-store.ts';
import type { BookingContext } from './booking-context.ts';
import { loadBooking } from './change-booking.ts';
import { AddonPreviewSchema, AddonsOnOfferSchema, StopChangePricesSchema } from './portal-booking-schemas.ts';
import { presentPrices } from './price-preview-view.ts';
import { previewUpdate } from './update-booking.ts';

const params = Type.Object({ id: Type.String() });
const { operation } = pageOperations<BookingContext>();

export const portalAddonOperations: readonly PageOperation<BookingContext>[] = [
  operation({
    method: 'GET',
    path: '/portal/api/quotes/:id/addons',
    access: 'read',
    summary: 'List the add-ons that can be chosen for a quote',
    params,
    responses: { 200: AddonsOnOfferSchema },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const { id } = request.params;
      const quote = isUuid(id) ? await findQuote(context.db.forAccount(accountId), accountId, id) : undefined;
      if (!quote) throw Problem.of('not_found', 'There is no such quote.');
      return presentOffer(context, accountId, quote);
    },
  }),

  operation({
    method: 'GET',
    path: '/portal/api/bookings/:id/addons',
    access: 'read',
    summary: 'List the add-ons that can be chosen for a booking',
    params,
    responses: { 200: AddonsOnOfferSchema },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const { quote } = await loadBooking(context, { accountId, bookingId: request.params.id });
      return presentOffer(context, accountId, quote);
    },
  }),

  operation({
    method: 'POST',
    path: '/portal/api/bookings/:id/addons/preview',
    access: 'write',
    summary: 'Preview the price with other add-ons',
    params,
    body: AddonPreviewSchema,
    responses: { 200: StopChangePricesSchema },
    handler: async ({ context, request }) => {
      const bookingRef = { accountId: principalOf(request).accountId, bookingId: request.params.id };
      const update = { addonSlugs: request.body.addons };
      const { before, after } = await previewUpdate(accountContext(context, request), bookingRef, update);
      return presentPrices({ before: before.quote.estimate, after: after.quote.estimate });
    },
  }),
];

/** Prices of the area of the quote. An area that is no longer served sells nothing more. */
async function presentOffer(
  { db, areas }: Pick<BookingContext, 'db' | 'areas'>,
  accountId: string,
  { areaSlug, product, addons: held }: Quote<RouteStop>,
): Promise<Static<typeof AddonsOnOfferSchema>> {
  const terms = await areas.termsOf(db.forAccount(accountId), areaSlug);
  const offer = addonsOnOffer({ catalogue: terms?.book.addons ?? [], product, held });
  return {
    data: offer.map(({ slug, name, description, amountCents }) => ({
      slug,
      name,
      description,
      amount_cents: amountCents,
    })),
  };
}
