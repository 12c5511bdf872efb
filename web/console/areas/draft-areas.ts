// Areas of a draft together with their price books, which refer to the slug of their area.
import type { Point } from '../../ui/map-projection.ts';
import type { Draft } from './area-documents.ts';

export interface AreaEdits {
  readonly draft: Draft;
  /** Saved slug of each area of the draft, which may have another slug by now; null: the area was never saved. */
  readonly origins: Origins;
  /** Polygons that are being drawn, by the index of their area. They are not part of a document yet. */
  readonly unfinished: Unfinished;
}

export type Origins = readonly (string | null)[];
export type Unfinished = readonly (readonly Point[] | null)[];

export const slugsOf = ({ areas }: Draft): readonly string[] => areas.areas.map(({ slug }) => slug);

/** Copies the area and its price book to the end of both lists. */
export function copyArea({ draft, origins, unfinished }: AreaEdits, index: number): AreaEdits {
  const { areas, prices } = draft;
  const original = areas.areas[index];
  if (!original) return { draft, origins, unfinished };
  const name = `${original.name} (copy)`;
  const slug = slugFor(name, slugsOf(draft));
  const books = prices.price_books.filter(({ area }) => area === original.slug);
  return {
    draft: {
      areas: { ...areas, areas: [...areas.areas, { ...original, slug, name }] },
      prices: {
        ...prices,
        price_books: [...prices.price_books, ...books.map((book) => ({ ...book, area: slug }))],
      },
    },
    origins: [...origins, null],
    unfinished,
  };
}

const MAX_SLUG = 63;

/** Slug for an area with this name; numbered if another area has it. */
function slugFor(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['area'];
  const joined = words.join('-');
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? '' : `-${nth}`;
    const slug = joined.slice(0, MAX_SLUG - suffix.length).replace(/-$/, '') + suffix;
    if (!taken.includes(slug)) return slug;
  }
}

/** The server refuses a price book without its area. */
export function removeArea({ draft, origins, unfinished }: AreaEdits, index: number): AreaEdits {
  const { areas, prices } = draft;
  const slug = areas.areas[index]?.slug;
  return {
    draft: {
      areas: { ...areas, areas: areas.areas.toSpliced(index, 1) },
      prices: { ...prices, price_books: prices.price_books.filter(({ area }) => area !== slug) },
    },
    origins: origins.toSpliced(index, 1),
    unfinished: unfinished.toSpliced(index, 1),
  };
}
