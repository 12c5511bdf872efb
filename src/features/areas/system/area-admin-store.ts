// Service areas and price books as operators write them. A document is the whole truth: what it leaves out is gone.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { areasChannel } from '../areas-channel.ts';

export interface NamedDocument {
  readonly slug: string;
  readonly document: object;
}

/** Until the transaction ends nobody else writes areas: each write is made of all of them. */
export async function lockAreas(trx: SystemDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('waybill.service_areas'))`.execute(trx);
}

export async function replaceAreas(
  trx: SystemDatabase,
  areas: readonly NamedDocument[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom('service_area').execute();
  await trx
    .insertInto('service_area')
    .values(
      areas.map(({ slug, document }) => ({ slug, document: JSON.stringify(document), updated_at: now })),
    )
    .execute();
}

export async function replaceBooks(
  trx: SystemDatabase,
  books: readonly NamedDocument[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom('price_book').execute();
  await trx
    .insertInto('price_book')
    .values(
      books.map(({ slug, document }) => ({
        area_slug: slug,
        document: JSON.stringify(document),
        updated_at: now,
      })),
    )
    .execute();
}

/** Heard by every process once the transaction is committed. */
export async function announceChange(trx: SystemDatabase): Promise<void> {
  await sql`select pg_notify(${areasChannel}, '')`.execute(trx);
}
