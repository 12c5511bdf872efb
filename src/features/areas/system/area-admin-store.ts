// Writes service areas and price books. A document replaces all stored areas or price books: what it omits is deleted.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { areasChannel } from '../areas-channel.ts';

export interface NamedDocument {
  readonly slug: string;
  readonly document: object;
}

/** Serializes writers until the transaction ends, since every write replaces all areas. */
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

/** Delivered to every process when the transaction commits. */
export async function notifyAreasChanged(trx: SystemDatabase): Promise<void> {
  await sql`select pg_notify(${areasChannel}, '')`.execute(trx);
}

export interface Revision {
  readonly number: number;
  readonly kind: 'areas' | 'prices';
  /** Name of the operator, or the actor id if no operator has it. */
  readonly by: string;
  readonly at: Date;
}

/** Stores the document that is now in force, as a new revision. */
export async function insertRevision(
  trx: SystemDatabase,
  { kind, document, actorKind, actorId, at }: NewRevision,
): Promise<number> {
  const { number } = await trx
    .insertInto('area_revision')
    .values({ kind, document: JSON.stringify(document), actor_kind: actorKind, actor_id: actorId, at })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

interface NewRevision {
  readonly kind: 'areas' | 'prices';
  readonly document: object;
  readonly actorKind: string;
  readonly actorId: string;
  readonly at: Date;
}

/** Number of the revision in force; 0 if none was imported. */
export async function currentRevision(db: SystemDatabase, kind: Revision['kind']): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) as number from area_revision where kind = ${kind}`.execute(db);
  return rows[0]?.number ?? 0;
}

/** Newest first. */
export async function listRevisions(db: SystemDatabase, limit: number): Promise<Revision[]> {
  const { rows } = await sql<Revision>`
    select r.number, r.kind, r.at,
      coalesce((select o.name from operator o where o.id::text = r.actor_id), r.actor_id) as by
    from area_revision r order by r.number desc limit ${limit}`.execute(db);
  return rows;
}

export async function findRevision(
  db: SystemDatabase,
  number: number,
): Promise<(Revision & { readonly document: object }) | undefined> {
  const { rows } = await sql<Revision & { document: object }>`
    select r.number, r.kind, r.at, r.document,
      coalesce((select o.name from operator o where o.id::text = r.actor_id), r.actor_id) as by
    from area_revision r where r.number = ${number}`.execute(db);
  return rows[0];
}
