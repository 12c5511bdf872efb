// Service areas and price books as stored documents, with the capacity overrides.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { CapacityOverride } from '../../domain/time/capacity-override.ts';

export interface StoredDocuments {
  readonly areas: readonly unknown[];
  readonly books: readonly unknown[];
  /** Overrides of all areas, including areas that no longer exist. */
  readonly overrides: readonly CapacityOverride[];
}

/** One statement, so that areas, books and overrides are consistent with each other. */
export async function loadDocuments(db: AnyDatabase): Promise<StoredDocuments> {
  const { rows } = await sql<StoredRow>`
    select 'area' as kind, slug, document from service_area
    union all select 'book', area_slug, document from price_book
    union all select 'override', area_slug, json_build_object('id', id, 'areaSlug', area_slug, 'product', product,
      'kind', kind, 'firstDay', first_day, 'lastDay', last_day, 'fromHour', from_hour, 'toHour', to_hour,
      'capacity', capacity, 'createdAtMs', (extract(epoch from created_at) * 1000)::bigint) from capacity_override
    order by kind, slug`.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ document }) => document);
  const overrides = rows.flatMap((row) => (row.kind === 'override' ? [row.document] : []));
  return { areas: of('area'), books: of('book'), overrides };
}

type StoredRow =
  | { readonly kind: 'area' | 'book'; readonly document: unknown }
  | { readonly kind: 'override'; readonly document: CapacityOverride };
