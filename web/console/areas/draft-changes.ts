// Changes of a draft against the saved documents. Areas and price books are compared with their own saved version, which
// has another index once an area before it was removed.
import type { DocumentKind, Draft } from './area-documents.ts';
import { type Difference, differences } from './draft.ts';
import { type Origins, slugsOf } from './draft-areas.ts';

export interface Change extends Difference {
  readonly document: DocumentKind;
  /** The version that the path refers to: the saved one if an area or a price book was removed. */
  readonly version: Draft;
}

interface Lists<Item> {
  readonly path: string;
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  /** Slug in the saved version; null: the item is new. */
  readonly originOf: (item: Item, index: number) => string | null;
  readonly slugOf: (item: Item) => string;
}

export function changesOf(saved: Draft, draft: Draft, origins: Origins = slugsOf(draft)): Change[] {
  const slugs = slugsOf(draft);
  const originOfSlug = (slug: string) =>
    slugs.includes(slug) ? (origins[slugs.indexOf(slug)] ?? null) : slug;
  const within = (document: DocumentKind, found: readonly Difference[]) =>
    found.map((each) => ({ ...each, document, version: isRemoval(each) ? saved : draft }));
  return [
    ...within(
      'areas',
      listDifferences({
        path: 'areas',
        before: saved.areas.areas,
        after: draft.areas.areas,
        originOf: (_, index) => origins[index] ?? null,
        slugOf: ({ slug }) => slug,
      }),
    ),
    ...within(
      'prices',
      listDifferences({
        path: 'price_books',
        before: saved.prices.price_books,
        after: draft.prices.price_books,
        originOf: ({ area }) => originOfSlug(area),
        slugOf: ({ area }) => area,
      }),
    ),
  ];
}

/** Of a whole area or price book. */
const isRemoval = ({ path, after }: Difference) =>
  after === undefined && path.endsWith(']') && !path.includes('.');

function listDifferences<Item>({ path, before, after, originOf, slugOf }: Lists<Item>): Difference[] {
  const origins = after.map(originOf);
  const removed = before.flatMap((item, index) =>
    origins.includes(slugOf(item)) ? [] : [{ path: `${path}[${index}]`, before: item, after: undefined }],
  );
  const changed = after.flatMap((item, index) => {
    const former = before.find((each) => slugOf(each) === origins[index]);
    return differences(former, item, `${path}[${index}]`);
  });
  return [...removed, ...changed];
}
