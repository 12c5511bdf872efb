// Where the company drives and at which prices, from memory. An import announces itself over the database; while this
// process cannot hear announcements it reads afresh every time.
import type { AccountDatabase } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { ServedArea } from '../../domain/capacity-override.ts';
import type { Position } from '../../domain/coverage.ts';
import { DEFAULT_PRICE_BOOK } from '../../domain/default-price-book.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/default-service-area.ts';
import type { PriceBook } from '../../domain/price-book.ts';
import { parsePriceBooks } from '../../domain/price-book-document.ts';
import { findServiceArea, type ServiceArea } from '../../domain/service-area.ts';
import { parseServiceAreas } from '../../domain/service-area-document.ts';
import { loadDocuments, type StoredDocuments } from './area-store.ts';
import { areasChannel } from './areas-channel.ts';

export interface Terms {
  readonly area: ServedArea;
  readonly book: PriceBook;
}

interface Understood<Area = ServiceArea> {
  readonly areas: readonly Area[];
  readonly books: ReadonlyMap<string, PriceBook>;
}

export class AreaDirectory {
  readonly #listener: Pick<Listener, 'listening' | 'on' | 'onLost'>;
  #known: Understood<ServedArea> | null = null;
  #generation = 0;

  constructor(listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.#listener = listener;
    listener.on(areasChannel, () => this.#forget());
    listener.onLost(() => this.#forget());
  }

  /** The terms on which a point is served, or null where nobody drives. */
  async termsAt(db: AccountDatabase, point: Position): Promise<Terms | null> {
    const { areas, books } = await this.#current(db);
    const area = findServiceArea(areas, point);
    return area && { area, book: books.get(area.slug) ?? { areaSlug: area.slug, products: {}, addons: [] } };
  }

  /** The terms of an area that was found earlier; null when it is no longer served. */
  async termsOf(db: AccountDatabase, slug: string): Promise<Terms | null> {
    const { areas, books } = await this.#current(db);
    const area = areas.find((candidate) => candidate.slug === slug);
    return area ? { area, book: books.get(slug) ?? { areaSlug: slug, products: {}, addons: [] } } : null;
  }

  async #current(db: AccountDatabase) {
    if (this.#known && this.#listener.listening) return this.#known;
    const generation = this.#generation;
    const read = served(await loadDocuments(db));
    if (generation === this.#generation) this.#known = read;
    return read;
  }

  #forget(): void {
    this.#generation += 1;
    this.#known = null;
  }
}

/**
 * What was never imported is the built-in one, areas and prices each for themselves. Documents were checked when they
 * were imported; one that no longer passes is a defect, not a partner's fault.
 */
export function understandDocuments({ areas, books }: Pick<StoredDocuments, 'areas' | 'books'>): Understood {
  const parsedAreas = areas.length > 0 ? parseServiceAreas({ areas }) : builtIn(DEFAULT_SERVICE_AREA);
  const parsedBooks =
    books.length > 0 ? parsePriceBooks({ price_books: books }) : builtIn(DEFAULT_PRICE_BOOK);
  if (!parsedAreas.ok || !parsedBooks.ok)
    throw new Error('a stored service area or price book cannot be read');
  return { areas: parsedAreas.value, books: new Map(parsedBooks.value.map((book) => [book.areaSlug, book])) };
}

/** The same, with each area's exceptions. */
export function served(stored: StoredDocuments): Understood<ServedArea> {
  const { areas, books } = understandDocuments(stored);
  const overridesOf = (slug: string) => stored.overrides.filter(({ areaSlug }) => areaSlug === slug);
  return { areas: areas.map((area) => ({ ...area, overrides: overridesOf(area.slug) })), books };
}

function builtIn<Document>(document: Document) {
  return { ok: true as const, value: [document] };
}
