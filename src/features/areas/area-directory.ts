// In-memory cache of service areas, capacity overrides and price books. Every change notifies `areas_changed`, which
// invalidates the cache of each process. While the listener is disconnected, every call reads from the database.
import type { AccountDatabase } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { DEFAULT_PRICE_BOOK } from '../../domain/money/default-price-book.ts';
import type { PriceBook } from '../../domain/money/price-book.ts';
import { parsePriceBooks } from '../../domain/money/price-book-document.ts';
import type { Position } from '../../domain/place/coverage.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import { findServiceArea, type ServiceArea } from '../../domain/place/service-area.ts';
import { parseServiceAreas } from '../../domain/place/service-area-document.ts';
import type { ServedArea } from '../../domain/time/capacity-override.ts';
import { loadDocuments, type StoredDocuments } from './area-store.ts';
import { areasChannel } from './areas-channel.ts';

export interface Terms {
  readonly area: ServedArea;
  readonly book: PriceBook;
}

interface ParsedDocuments<Area = ServiceArea> {
  readonly areas: readonly Area[];
  readonly books: ReadonlyMap<string, PriceBook>;
}

export class AreaCache {
  readonly #listener: Pick<Listener, 'listening' | 'on' | 'onLost'>;
  #cached: ParsedDocuments<ServedArea> | null = null;
  #generation = 0;

  constructor(listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.#listener = listener;
    listener.on(areasChannel, () => this.#invalidate());
    listener.onLost(() => this.#invalidate());
  }

  /** The service area that contains the point, with its price book. null outside all areas. */
  async termsAt(db: AccountDatabase, point: Position): Promise<Terms | null> {
    const { areas, books } = await this.#current(db);
    const area = findServiceArea(areas, point);
    return area && { area, book: books.get(area.slug) ?? { areaSlug: area.slug, products: {}, addons: [] } };
  }

  /** The service area with this slug, with its price book. null if the area no longer exists. */
  async termsOf(db: AccountDatabase, slug: string): Promise<Terms | null> {
    const { areas, books } = await this.#current(db);
    const area = areas.find((candidate) => candidate.slug === slug);
    return area ? { area, book: books.get(slug) ?? { areaSlug: slug, products: {}, addons: [] } } : null;
  }

  async #current(db: AccountDatabase) {
    if (this.#cached && this.#listener.listening) return this.#cached;
    const generation = this.#generation;
    const loaded = served(await loadDocuments(db));
    if (generation === this.#generation) this.#cached = loaded;
    return loaded;
  }

  #invalidate(): void {
    this.#generation += 1;
    this.#cached = null;
  }
}

/**
 * Parses stored documents. Areas and price books fall back to the built-in defaults independently of each other.
 * Documents are validated at import, so a document that fails to parse is a defect of Waybill, not of the caller.
 */
export function parseStoredDocuments({
  areas,
  books,
}: Pick<StoredDocuments, 'areas' | 'books'>): ParsedDocuments {
  const parsedAreas = areas.length > 0 ? parseServiceAreas({ areas }) : builtIn(DEFAULT_SERVICE_AREA);
  const parsedBooks =
    books.length > 0 ? parsePriceBooks({ price_books: books }) : builtIn(DEFAULT_PRICE_BOOK);
  if (!parsedAreas.ok || !parsedBooks.ok)
    throw new Error('a stored service area or price book cannot be read');
  return { areas: parsedAreas.value, books: new Map(parsedBooks.value.map((book) => [book.areaSlug, book])) };
}

/** Parsed documents, with the capacity overrides of each area. */
export function served(stored: StoredDocuments): ParsedDocuments<ServedArea> {
  const { areas, books } = parseStoredDocuments(stored);
  const overridesOf = (slug: string) => stored.overrides.filter(({ areaSlug }) => areaSlug === slug);
  return { areas: areas.map((area) => ({ ...area, overrides: overridesOf(area.slug) })), books };
}

function builtIn<Document>(document: Document) {
  return { ok: true as const, value: [document] };
}
