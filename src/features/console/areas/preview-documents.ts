// Previews unsaved area and price documents: validation errors, products without a price, products that can no longer be
// booked, and the price of an example route before and after.
import type { Static } from 'typebox';
import { PRODUCTS, type Product } from '../../../domain/dispatch/product.ts';
import type { VehicleLimits } from '../../../domain/dispatch/vehicle-limits.ts';
import { type AreaPricing, lostProducts } from '../../../domain/money/lost-products.ts';
import { unpricedProducts } from '../../../domain/money/price-book.ts';
import { parsePriceBooks } from '../../../domain/money/price-book-document.ts';
import { createQuote } from '../../../domain/money/quote.ts';
import { quoteProblem } from '../../../domain/money/quote-problem.ts';
import { originOf, type Route } from '../../../domain/place/route.ts';
import { findServiceArea } from '../../../domain/place/service-area.ts';
import { parseServiceAreas } from '../../../domain/place/service-area-document.ts';
import type { Travel } from '../../../domain/place/travel.ts';
import type { DocumentFault } from '../../../lib/document-reader.ts';
import { served } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import { measureRoute, resolveRoute } from '../../locations/resolve-route.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { PreviewInputSchema } from './area-document-schemas.ts';

type PreviewInput = Static<typeof PreviewInputSchema>;

/** Nil account id: the preview belongs to no account, so locations are geocoded but not stored. */
const NIL_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

export async function previewDocuments(context: ConsoleContext, input: PreviewInput) {
  const before = await currentPricing(context);
  const { pricing: after, faults } = applyDrafts(before, input);
  const priced = input.stops
    ? await priceRoute(context, input.stops, input.addons ?? [], before, after)
    : null;
  return {
    faults,
    unpriced: unpricedProducts(after.areas, after.books).map(({ areaSlug, product }) => ({
      area: areaSlug,
      product,
    })),
    lost: lostProducts(before, after).map(({ area, product, isPartial }) => ({
      area: area.slug,
      area_name: area.name,
      product,
      partial: isPartial,
    })),
    route: priced?.route ?? null,
    quotes: priced?.quotes ?? [],
  };
}

async function currentPricing({ system }: ConsoleContext): Promise<AreaPricing> {
  const { areas, books } = served(await loadDocuments(system));
  return { areas, books: [...books.values()] };
}

/** An invalid document is replaced by the current one, so that the rest can still be previewed. */
function applyDrafts(before: AreaPricing, { areas, prices }: PreviewInput) {
  const parsedAreas = areas === undefined ? null : parseServiceAreas(areas);
  const parsedBooks = prices === undefined ? null : parsePriceBooks(prices);
  const pricing: AreaPricing = {
    areas: parsedAreas?.ok ? parsedAreas.value : before.areas,
    books: parsedBooks?.ok ? parsedBooks.value : before.books,
  };
  const faultsOf = (
    document: 'areas' | 'prices',
    result: { ok: boolean; faults?: readonly DocumentFault[] } | null,
  ) => (result && !result.ok ? (result.faults ?? []).map((fault) => ({ document, ...fault })) : []);
  const faults = [
    ...faultsOf('areas', parsedAreas),
    ...faultsOf('prices', parsedBooks),
    // Books of areas in an invalid document are not known to be wrong.
    ...(parsedBooks?.ok && parsedAreas?.ok !== false ? unknownAreas(pricing) : []),
  ];
  return { pricing, faults };
}

function unknownAreas({ areas, books }: AreaPricing) {
  const known = areas.map(({ slug }) => slug);
  return books.flatMap(({ areaSlug }, index) =>
    known.includes(areaSlug)
      ? []
      : [
          {
            document: 'prices' as const,
            path: `price_books[${index}].area`,
            message: `is not the slug of a service area; expected one of ${known.join(', ')}`,
          },
        ],
  );
}

async function priceRoute(
  context: ConsoleContext,
  addresses: readonly string[],
  addonSlugs: readonly string[],
  before: AreaPricing,
  after: AreaPricing,
) {
  const stops = addresses.map((value, index) => ({ value, param: `stops[${index}]` }));
  const { route } = await resolveRoute(context, NIL_ACCOUNT_ID, stops);
  const travel = await measureRoute(context, route);
  const measured = new Map([['', travel]]);
  const price = async (pricing: AreaPricing, product: Product) => {
    const vehicle = vehicleOf(pricing, route, product);
    const key = vehicle ? JSON.stringify(vehicle) : '';
    const own = measured.get(key) ?? (await measureRoute(context, route, vehicle));
    measured.set(key, own);
    return priceProduct(context, pricing, { route, travel: own, product, addonSlugs });
  };
  const quotes = [];
  for (const product of PRODUCTS)
    quotes.push({ product, before: await price(before, product), after: await price(after, product) });
  const { miles, minutes } = travel;
  return { route: { stops: route.map(({ location }) => location.name), miles, minutes }, quotes };
}

function vehicleOf({ areas }: AreaPricing, route: Route, product: Product): VehicleLimits | undefined {
  const { longitude, latitude } = originOf(route).location;
  return findServiceArea(areas, [longitude, latitude])?.products[product]?.vehicle;
}

interface RouteToPrice {
  readonly route: Route;
  readonly travel: Travel;
  readonly product: Product;
  readonly addonSlugs: readonly string[];
}

function priceProduct(
  { ids, clock }: ConsoleContext,
  { areas, books }: AreaPricing,
  { travel, ...job }: RouteToPrice,
): { low: number | null; high: number | null; refusal: string | null } {
  const withoutPrice = (refusal: string) => ({ low: null, high: null, refusal });
  const { longitude, latitude } = originOf(job.route).location;
  const area = findServiceArea(areas, [longitude, latitude]);
  if (!area) return withoutPrice('No service area covers the origin of the route.');
  const book = books.find(({ areaSlug }) => areaSlug === area.slug) ?? {
    areaSlug: area.slug,
    products: {},
    addons: [],
  };
  const addonSlugs = job.addonSlugs.filter((slug) =>
    book.addons.some((addon) => addon.slug === slug && addon.products.includes(job.product)),
  );
  const id = ids.next();
  const createdAtMs = clock.now().getTime();
  const result = createQuote(area, book, { ...job, id, travel, addonSlugs, createdAtMs });
  if (!result.ok) return withoutPrice(quoteProblem(result.faults[0]).message);
  const [low, high = low] = result.value.estimate;
  return { low: low.totalCents, high: high.totalCents, refusal: null };
}
