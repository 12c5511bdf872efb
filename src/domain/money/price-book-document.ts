// Price books as JSON documents: parser and serializer. There are no default prices: every rate must be given.
import { type DocumentFault, DocumentReader, join } from '../../lib/document-reader.ts';
import type { Result } from '../../lib/result.ts';
import { PRODUCTS } from '../dispatch/product.ts';
import type { CatalogueAddon, FareStructure, LaborModel, PriceBook, ProductPrices } from './price-book.ts';

const AREA_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ADDON_SLUG = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const CENTS = { min: 0, max: 100_000_000 };
const MILES = { min: 0, max: 10_000 };
/** More than a day per stop is a typing error. */
const STOP_MINUTES = { min: 0, max: 1_440 };

export function parsePriceBooks(document: unknown): Result<readonly PriceBook[], DocumentFault> {
  const reader = new DocumentReader();
  const root = reader.object(document, '', ['price_books']);
  const books = reader.list(
    root['price_books'],
    'price_books',
    (item, path) => readBook(reader, item, path),
    1,
  );
  reader.distinct(
    books.map((book) => book.areaSlug),
    (index) => `price_books[${index}].area`,
  );
  return reader.finish(books);
}

export function priceBooksDocument(books: readonly PriceBook[]): { price_books: object[] } {
  return {
    price_books: books.map((book) => ({
      area: book.areaSlug,
      products: Object.fromEntries(
        Object.entries(book.products).map(([product, prices]) => [product, pricesDocument(prices)]),
      ),
      addons: book.addons.map(({ amountCents, products, ...addon }) => ({
        ...addon,
        amount_cents: amountCents,
        products,
      })),
    })),
  };
}

function readBook(reader: DocumentReader, value: unknown, path: string): PriceBook {
  const { area, products, addons = [] } = reader.object(value, path, ['area', 'products', 'addons']);
  const at = (key: string) => join(path, key);
  const form = 'the slug of a service area';
  const book = {
    areaSlug: reader.text(area, at('area'), { maxLength: 63, pattern: AREA_SLUG, form }),
    products: readProducts(reader, products, at('products')),
    addons: reader.list(addons, at('addons'), (item, itemPath) => readAddon(reader, item, itemPath)),
  };
  reader.distinct(
    book.addons.map((addon) => addon.slug),
    (index) => `${at('addons')}[${index}].slug`,
  );
  return book;
}

function readProducts(reader: DocumentReader, value: unknown, path: string): PriceBook['products'] {
  const fields = reader.object(value, path, PRODUCTS);
  if (Object.keys(fields).length === 0)
    reader.fail(path, `must price at least one of ${PRODUCTS.join(', ')}`);
  const priced = PRODUCTS.filter((product) => fields[product] !== undefined);
  return Object.fromEntries(
    priced.map((product) => [product, readPrices(reader, fields[product], join(path, product))]),
  );
}

function readPrices(reader: DocumentReader, value: unknown, path: string): ProductPrices {
  const keys = ['fare_structure', 'labor', 'bills_all_stops', 'max_route_miles'];
  const fields = reader.object(value, path, keys);
  const at = (key: string) => join(path, key);
  return {
    structure: readStructure(reader, fields['fare_structure'], at('fare_structure')),
    labor: readLabor(reader, fields['labor'], at('labor')),
    billsAllStops: reader.boolean(fields['bills_all_stops'], at('bills_all_stops')),
    maxRouteMiles: reader.number(fields['max_route_miles'], at('max_route_miles'), MILES),
  };
}

function readStructure(reader: DocumentReader, value: unknown, path: string): FareStructure {
  const keys = ['base', 'per_mile', 'included_miles', 'per_minute_labor', 'per_minute_travel', 'per_stop'];
  const fields = reader.object(value, path, keys);
  const cents = (key: string) => reader.number(fields[key], join(path, key), CENTS);
  return {
    baseCents: cents('base'),
    perMileCents: cents('per_mile'),
    includedMiles: reader.number(fields['included_miles'], join(path, 'included_miles'), MILES),
    perMinuteLaborCents: cents('per_minute_labor'),
    perMinuteTravelCents: cents('per_minute_travel'),
    perStopCents: cents('per_stop'),
  };
}

function readLabor(reader: DocumentReader, value: unknown, path: string): LaborModel {
  const keys = ['kind', 'minutes_per_stop', 'low_minutes_per_stop', 'high_minutes_per_stop'];
  const { kind, ...fields } = reader.object(value, path, keys);
  const minutes = (key: string) => reader.number(fields[key], join(path, key), STOP_MINUTES);
  const chosen = reader.oneOf(kind, join(path, 'kind'), ['fixed', 'variable']);
  if (kind !== chosen) return { kind: 'fixed', minutesPerStop: 0 };
  const expected = chosen === 'fixed' ? keys.slice(1, 2) : keys.slice(2);
  for (const key of Object.keys(fields)) {
    if (keys.includes(key) && !expected.includes(key))
      reader.fail(join(path, key), `is not allowed for ${chosen} labor`);
  }
  if (chosen === 'fixed') return { kind: chosen, minutesPerStop: minutes('minutes_per_stop') };
  const [low, high] = [minutes('low_minutes_per_stop'), minutes('high_minutes_per_stop')];
  if (high < low) reader.fail(join(path, 'high_minutes_per_stop'), 'must not be below low_minutes_per_stop');
  return { kind: chosen, lowMinutesPerStop: low, highMinutesPerStop: high };
}

function readAddon(reader: DocumentReader, value: unknown, path: string): CatalogueAddon {
  const fields = reader.object(value, path, ['slug', 'name', 'description', 'amount_cents', 'products']);
  const at = (key: string) => join(path, key);
  const form = 'lowercase words joined by underscores';
  const addon = {
    slug: reader.text(fields['slug'], at('slug'), { maxLength: 63, pattern: ADDON_SLUG, form }),
    name: reader.text(fields['name'], at('name'), { maxLength: 255 }),
    description: reader.text(fields['description'], at('description'), { maxLength: 1_000 }),
    amountCents: reader.number(fields['amount_cents'], at('amount_cents'), { ...CENTS, whole: true }),
    products: reader.list(
      fields['products'],
      at('products'),
      (item, itemPath) => reader.oneOf(item, itemPath, PRODUCTS),
      1,
    ),
  };
  reader.distinct(addon.products, (index) => `${at('products')}[${index}]`);
  return addon;
}

function pricesDocument({ structure, labor, billsAllStops, maxRouteMiles }: ProductPrices): object {
  return {
    fare_structure: {
      base: structure.baseCents,
      per_mile: structure.perMileCents,
      included_miles: structure.includedMiles,
      per_minute_labor: structure.perMinuteLaborCents,
      per_minute_travel: structure.perMinuteTravelCents,
      per_stop: structure.perStopCents,
    },
    labor: laborDocument(labor),
    bills_all_stops: billsAllStops,
    max_route_miles: maxRouteMiles,
  };
}

function laborDocument(labor: LaborModel): object {
  if (labor.kind === 'fixed') return { kind: labor.kind, minutes_per_stop: labor.minutesPerStop };
  return {
    kind: labor.kind,
    low_minutes_per_stop: labor.lowMinutesPerStop,
    high_minutes_per_stop: labor.highMinutesPerStop,
  };
}
