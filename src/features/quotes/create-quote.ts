// POST /quotes and POST /quotes/batch.
import { executeTransaction, together } from '../../db/statement.ts';
import { type Item, smallestFitting } from '../../domain/packing.ts';
import type { Product } from '../../domain/product.ts';
import type { Quote } from '../../domain/quote.ts';
import type { Location, RouteStop } from '../../domain/route.ts';
import { vehicleHolds } from '../../domain/vehicle.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import { locationInsertion } from '../locations/location-store.ts';
import type { RouteForm } from '../locations/route-form.ts';
import { deprecationHeaders } from './deprecation.ts';
import { type PricingContext, priceAllProducts, priceProduct, resolveAndMeasure } from './price-route.ts';
import { quoteInsertion } from './quote-store.ts';
import { presentQuote } from './quote-view.ts';

export interface QuoteCommand {
  readonly route: RouteForm;
  readonly product: Product;
  readonly addons: readonly string[];
}

export async function createQuote(
  context: PricingContext,
  accountId: string,
  { route, product, addons }: QuoteCommand,
  remember: Remember,
): Promise<Answer> {
  const measured = await resolveAndMeasure(context, accountId, route.stops);
  const quote = priceProduct(context, measured, product, addons);
  return save(context, accountId, measured.fresh, [quote], route.deprecated, remember, ([wire = '']) => wire);
}

export interface BatchQuoteCommand {
  readonly route: RouteForm;
  readonly items: readonly Item[];
}

export async function createBatchQuote(
  context: PricingContext,
  accountId: string,
  { route, items }: BatchQuoteCommand,
  remember: Remember,
): Promise<Answer> {
  const measured = await resolveAndMeasure(context, accountId, route.stops);
  const quotes = priceAllProducts(context, measured);
  const recommended = JSON.stringify(recommend(quotes, items));
  return save(
    context,
    accountId,
    measured.fresh,
    quotes,
    route.deprecated,
    remember,
    (wires) => `{"data":[${wires.join(',')}],"recommended":${recommended}}`,
  );
}

/** Quote of the smallest available vehicle that holds all items; null without items. */
function recommend(quotes: readonly Quote<RouteStop>[], items: readonly Item[]): string | null {
  if (items.length === 0) return null;
  const hold = smallestFitting(vehicleHolds, items, ({ product }) =>
    quotes.some((quote) => quote.product === product),
  );
  return quotes.find(({ product }) => product === hold?.product)?.id ?? null;
}

async function save(
  { db, clock }: PricingContext,
  accountId: string,
  locations: readonly Location[],
  quotes: readonly Quote<RouteStop>[],
  deprecated: boolean,
  remember: Remember,
  body: (wires: readonly string[]) => string,
): Promise<Answer> {
  const stored = quotes.map((quote) => ({ quote, wire: JSON.stringify(presentQuote(quote)) }));
  const answer = {
    status: 201,
    body: body(stored.map(({ wire }) => wire)),
    ...(deprecated && { headers: deprecationHeaders }),
  };
  await executeTransaction(db.forAccount(accountId), [
    together([
      ...locations.map((location) => locationInsertion(accountId, location, clock.now())),
      ...stored.map((quote) => quoteInsertion(accountId, quote)),
    ]),
    ...remember.statements(answer),
  ]);
  return answer;
}
