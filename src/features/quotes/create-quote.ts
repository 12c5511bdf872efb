// POST /quotes and POST /quotes/batch.
import { executeTransaction, together } from '../../db/statement.ts';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { type Item, smallestFitting } from '../../domain/dispatch/packing.ts';
import type { Product } from '../../domain/dispatch/product.ts';
import { vehicleHolds } from '../../domain/dispatch/vehicle.ts';
import type { Quote } from '../../domain/money/quote.ts';
import type { Location, RouteStop } from '../../domain/place/route.ts';
import { locationInsertion } from '../locations/location-store.ts';
import type { RouteForm } from '../locations/route-form.ts';
import { type PricingContext, priceAllProducts, priceProduct, resolveAndMeasure } from './price-route.ts';
import { quoteInsertion } from './quote-store.ts';
import { presentQuote } from './quote-view.ts';

export interface QuoteCommand {
  readonly route: RouteForm;
  readonly product: Product;
  readonly addons: readonly string[];
}

/** Results in the wire format. */
export interface CreatedQuotes {
  readonly wires: readonly string[];
  /** Id of the quote of the smallest vehicle that holds all items; null without items. */
  readonly recommended: string | null;
  /** Whether the request used a deprecated form of the route. */
  readonly deprecated: boolean;
}

export async function createQuote(
  context: PricingContext,
  accountId: string,
  { route, product, addons }: QuoteCommand,
  hook: TransactionHook<CreatedQuotes>,
): Promise<CreatedQuotes> {
  const measured = await resolveAndMeasure(context, accountId, route.stops, product);
  const quotes = [priceProduct(context, measured, product, addons)];
  const { deprecated } = route;
  return save(context, accountId, { locations: measured.fresh, quotes, recommended: null, deprecated }, hook);
}

export interface BatchQuoteCommand {
  readonly route: RouteForm;
  readonly items: readonly Item[];
}

export async function createBatchQuote(
  context: PricingContext,
  accountId: string,
  { route, items }: BatchQuoteCommand,
  hook: TransactionHook<CreatedQuotes>,
): Promise<CreatedQuotes> {
  const measured = await resolveAndMeasure(context, accountId, route.stops);
  const quotes = priceAllProducts(context, measured);
  const recommended = recommend(quotes, items);
  const { deprecated } = route;
  return save(context, accountId, { locations: measured.fresh, quotes, recommended, deprecated }, hook);
}

/** Quote of the smallest available vehicle that holds all items; null without items. */
function recommend(quotes: readonly Quote<RouteStop>[], items: readonly Item[]): string | null {
  if (items.length === 0) return null;
  const hold = smallestFitting(vehicleHolds, items, ({ product }) =>
    quotes.some((quote) => quote.product === product),
  );
  return quotes.find(({ product }) => product === hold?.product)?.id ?? null;
}

interface NewQuotes extends Pick<CreatedQuotes, 'recommended' | 'deprecated'> {
  /** Locations to insert with the quotes. */
  readonly locations: readonly Location[];
  readonly quotes: readonly Quote<RouteStop>[];
}

async function save(
  { db, clock }: PricingContext,
  accountId: string,
  { locations, quotes, recommended, deprecated }: NewQuotes,
  hook: TransactionHook<CreatedQuotes>,
): Promise<CreatedQuotes> {
  const stored = quotes.map((quote) => ({ quote, wire: JSON.stringify(presentQuote(quote)) }));
  const created = { wires: stored.map(({ wire }) => wire), recommended, deprecated };
  await executeTransaction(db.forAccount(accountId), [
    together([
      ...locations.map((location) => locationInsertion(accountId, location, clock.now())),
      ...stored.map((quote) => quoteInsertion(accountId, quote)),
    ]),
    ...hook(created),
  ]);
  return created;
}
