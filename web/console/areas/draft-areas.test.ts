// Unit tests of areas that are removed, copied and renamed together with their price books.
import { describe, expect, it } from 'vitest';
import type { Draft } from './area-documents.ts';
import { type AreaEdits, copyArea, removeArea, slugsOf, withEdit } from './draft-areas.ts';
import { changesOf } from './draft-changes.ts';

const prices = { fare_structure: { base: 100 }, labor: {}, bills_all_stops: false, max_route_miles: 10 };

function areaOf(slug: string, name: string) {
  const offer = { windows: {}, capacity: 1, on_demand_capacity: 1 };
  return {
    slug,
    name,
    coverage: 'everywhere',
    priority: 0,
    time_zone: null,
    hours: {},
    dispatch: 'manual' as const,
    products: { van: offer, box: offer },
  };
}

const saved: Draft = {
  areas: { areas: [areaOf('austin', 'Austin'), areaOf('boston', 'Boston')] },
  prices: {
    price_books: [
      { area: 'austin', products: { van: prices, box: prices }, addons: [] },
      { area: 'boston', products: { van: prices }, addons: [] },
    ],
  },
};
const edits: AreaEdits = { draft: saved, origins: slugsOf(saved), unfinished: [] };
const changes = ({ draft, origins }: AreaEdits) => changesOf(saved, draft, origins);

const pathsOf = (edited: AreaEdits) => changes(edited).map(({ path }) => path);

describe('an area of the draft', () => {
  it('is removed together with its price book, which the changes show as two removals', () => {
    const removed = removeArea(edits, 0);
    expect(slugsOf(removed.draft)).toEqual(['boston']);
    expect(removed.draft.prices.price_books.map(({ area }) => area)).toEqual(['boston']);
    expect(changes(removed)).toEqual([
      {
        document: 'areas',
        version: saved,
        path: 'areas[0]',
        before: saved.areas.areas[0],
        after: undefined,
      },
      {
        document: 'prices',
        version: saved,
        path: 'price_books[0]',
        before: saved.prices.price_books[0],
        after: undefined,
      },
    ]);
  });

  it('keeps the polygons that are being drawn for the areas after it', () => {
    const unfinished = [null, [[1, 2]]] as const;
    expect(removeArea({ ...edits, unfinished }, 0).unfinished).toEqual([[[1, 2]]]);
  });

  it('is copied together with its price book, under a slug that no area has', () => {
    const twice = copyArea(copyArea(edits, 0), 0);
    expect(slugsOf(twice.draft).slice(2)).toEqual(['austin-copy', 'austin-copy-2']);
    const [original, , copy, other] = twice.draft.prices.price_books;
    expect([copy, other]).toEqual([
      { ...original, area: 'austin-copy' },
      { ...original, area: 'austin-copy-2' },
    ]);
    expect(changes(twice).map(({ path, before }) => [path, before])).toEqual([
      ['areas[2]', undefined],
      ['areas[3]', undefined],
      ['price_books[2]', undefined],
      ['price_books[3]', undefined],
    ]);
  });

  const rename = (from: AreaEdits, index: number, field: 'name' | 'slug', value: string) =>
    withEdit(from, 'areas', `areas[${index}].${field}`, value);
  const slugAndBook = ({ draft }: AreaEdits) => [
    draft.areas.areas.at(-1)?.slug,
    draft.prices.price_books.at(-1)?.area,
  ];

  it('that was never saved has a slug that follows its name, until the slug is edited', () => {
    const named = ['New York', '', 'Montréal (Île)', 'Boston'].map((name) =>
      rename(copyArea(edits, 0), 2, 'name', name),
    );
    expect(named.map(slugAndBook)).toEqual([
      ['new-york', 'new-york'],
      ['area', 'area'],
      ['montreal-ile', 'montreal-ile'],
      ['boston-2', 'boston-2'],
    ]);
    const typed = ['N', 'Ne', 'New'].reduce(
      (before, name) => rename(before, 2, 'name', name),
      copyArea(edits, 0),
    );
    expect(slugAndBook(typed)).toEqual(['new', 'new']);
    const edited = rename(rename(typed, 2, 'slug', 'nyc'), 2, 'name', 'New York');
    expect(slugAndBook(edited)).toEqual(['nyc', 'nyc']);
  });

  it('that was saved keeps its slug when its name changes', () => {
    expect(slugsOf(rename(edits, 1, 'name', 'Greater Boston').draft)).toEqual(['austin', 'boston']);
    expect(pathsOf(rename(edits, 1, 'slug', 'bos'))).toEqual(['areas[1].slug', 'price_books[1].area']);
  });

  it('keeps its own price book while its slug is that of another area for a moment', () => {
    const typed = ['boston-', 'boston', 'austin', 'austin-', 'austin-2'].reduce(
      (before, slug) => rename(before, 2, 'slug', slug),
      copyArea(edits, 0),
    );
    expect(typed.draft.prices.price_books.map(({ area }) => area)).toEqual(['austin', 'boston', 'austin-2']);
    expect(Object.keys(typed.draft.prices.price_books[2]?.products ?? {})).toEqual(['van', 'box']);
  });
});
