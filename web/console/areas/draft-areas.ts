// Areas of a draft together with their price books, which refer to the slug of their area.
import type { Point } from '../../ui/map-projection.ts';
import type { DocumentKind, Draft } from './area-documents.ts';
import { keysOf, withValue } from './draft.ts';

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

/** Sets a value. The slug of a new area follows its name until it is edited; a price book follows the slug of its area. */
export function withEdit(edits: AreaEdits, kind: DocumentKind, path: string, value: unknown): AreaEdits {
  const draft = { ...edits.draft, [kind]: withValue(edits.draft[kind], path, value) };
  const [, index, field, ...inner] = keysOf(path);
  if (kind === 'prices' || typeof index !== 'number' || inner.length > 0) return { ...edits, draft };
  if (field === 'slug') return { ...edits, draft: withBookInStep(edits.draft, draft, index) };
  const name = edits.draft.areas.areas[index]?.name ?? '';
  const slugs = slugsOf(draft);
  const others = slugs.toSpliced(index, 1);
  const isNew = (edits.origins[index] ?? null) === null;
  if (field !== 'name' || !isNew || slugs[index] !== slugFor(name, others)) return { ...edits, draft };
  return withEdit({ ...edits, draft }, 'areas', `areas[${index}].slug`, slugFor(String(value), others));
}

/**
 * While the slug is typed, it may be that of another area for a moment. The price book then keeps its former slug, so that
 * two price books are never mistaken for each other.
 */
function withBookInStep(before: Draft, { areas, prices }: Draft, index: number): Draft {
  const slugs = slugsOf(before);
  const others = slugs.toSpliced(index, 1);
  const from = slugs[index] ?? '';
  const to = areas.areas[index]?.slug ?? '';
  const book = prices.price_books.findIndex(({ area }) =>
    others.includes(from) ? !slugs.includes(area) : area === from,
  );
  if (book < 0 || others.includes(to)) return { areas, prices };
  return { areas, prices: withValue(prices, `price_books[${book}].area`, to) };
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
