// Service areas and price books, as stored documents.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

export interface StoredDocuments {
  readonly areas: readonly unknown[];
  readonly books: readonly unknown[];
}

/** Both in one statement. */
export async function loadDocuments(db: AccountDatabase): Promise<StoredDocuments> {
  const { rows } = await sql<{ kind: 'area' | 'book'; document: unknown }>`
    select 'area' as kind, slug, document from service_area
    union all select 'book', area_slug, document from price_book
    order by kind, slug`.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ document }) => document);
  return { areas: of('area'), books: of('book') };
}
