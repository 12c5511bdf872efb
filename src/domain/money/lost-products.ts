// Products that can be booked with the current areas and price books, and no longer with a draft of them. Compared by place,
// because customers book places: areas may be renamed, replace one another, or lose a part of their coverage.
import { PRODUCTS, type Product } from '../dispatch/product.ts';
import type { Position } from '../place/coverage.ts';
import { type Box, boxesOf, boxHolds, samplesOf } from '../place/coverage-samples.ts';
import { findServiceArea, type ServiceArea } from '../place/service-area.ts';
import type { PriceBook } from './price-book.ts';

export interface AreaPricing {
  readonly areas: readonly ServiceArea[];
  readonly books: readonly PriceBook[];
}

export interface LostProduct {
  /** The current area, as the draft names it; the area of the draft that replaces it; or the current area that is removed. */
  readonly area: ServiceArea;
  readonly product: Product;
  /** Lost at some places of the area only. */
  readonly isPartial: boolean;
}

/** null: the places that only areas with coverage "everywhere" cover. */
type Place = Position | null;

/** Bounds the time: the comparison blocks the process. */
const MAX_SAMPLES = 1_000;
const MAX_GRID_SIDE = 5;

/** In the order of the areas, smallest product first. */
export function lostProducts(before: AreaPricing, after: AreaPricing): readonly LostProduct[] {
  const [now, then] = [servingIn(before), servingIn(after)];
  const known = new Set(before.areas.map(({ slug }) => slug));
  const found = new Map<string, { area: ServiceArea; product: Product; lost: number; places: number }>();
  for (const place of placesOf([...before.areas, ...after.areas])) {
    const current = now.areaAt(place);
    if (!current) continue;
    const next = then.areaAt(place);
    const area = next && (next.slug === current.slug || !known.has(next.slug)) ? next : current;
    const kept = next ? then.bookable(next) : [];
    for (const product of now.bookable(current)) {
      const key = `${area.slug} ${product}`;
      const count = found.get(key) ?? { area, product, lost: 0, places: 0 };
      count.places += 1;
      if (!kept.includes(product)) count.lost += 1;
      found.set(key, count);
    }
  }
  return [...found.values()]
    .filter(({ lost }) => lost > 0)
    .map(({ area, product, lost, places }) => ({ area, product, isPartial: lost < places }));
}

function servingIn({ areas, books }: AreaPricing) {
  const boxed = areas.map((area) => ({ area, boxes: boxesOf(area.coverage) }));
  const pricesOf = new Map(books.map(({ areaSlug, products }) => [areaSlug, products]));
  const isNear = (boxes: readonly Box[] | null, place: Place) =>
    boxes === null || (place !== null && boxes.some((box) => boxHolds(box, place)));
  return {
    areaAt: (place: Place): ServiceArea | null => {
      const near = boxed.flatMap(({ area, boxes }) => (isNear(boxes, place) ? [area] : []));
      return findServiceArea(near, place ?? [0, 0]);
    },
    bookable: ({ slug, products }: ServiceArea): readonly Product[] => {
      const prices = pricesOf.get(slug) ?? {};
      return PRODUCTS.filter((product) => products[product] !== undefined && prices[product] !== undefined);
    },
  };
}

function placesOf(areas: readonly ServiceArea[]): readonly Place[] {
  const polygons = areas.reduce((sum, { coverage }) => sum + (boxesOf(coverage)?.length ?? 0), 0);
  const side = Math.max(
    1,
    Math.min(MAX_GRID_SIDE, Math.floor(Math.sqrt(MAX_SAMPLES / Math.max(1, polygons)))),
  );
  const samples = areas.flatMap(({ coverage }) => samplesOf(coverage, side));
  return [null, ...new Map(samples.map((point) => [point.join(' '), point])).values()];
}
