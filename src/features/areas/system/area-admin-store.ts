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
  await sql`delete from service_area`.execute(trx);
  await sql`
    insert into service_area (slug, document, updated_at)
    select slug, document, ${now} from json_to_recordset(${JSON.stringify(areas)}::json) as a (slug text, document json)
  `.execute(trx);
}

export async function replaceBooks(
  trx: SystemDatabase,
  books: readonly NamedDocument[],
  now: Date,
): Promise<void> {
  await sql`delete from price_book`.execute(trx);
  await sql`
    insert into price_book (area_slug, document, updated_at)
    select slug, document, ${now} from json_to_recordset(${JSON.stringify(books)}::json) as b (slug text, document json)
  `.execute(trx);
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
): Promise<void> {
  await sql`
    insert into area_revision (kind, document, actor_kind, actor_id, at)
    values (${kind}, ${JSON.stringify(document)}, ${actorKind}, ${actorId}, ${at})`.execute(trx);
}

interface NewRevision extends Pick<Revision, 'kind' | 'at'> {
  readonly document: object;
  readonly actorKind: string;
  readonly actorId: string;
}

/** Number of the revision in force; 0 if none was imported. */
export async function currentRevision(db: SystemDatabase, kind: Revision['kind']): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) as number from area_revision where kind = ${kind}`.execute(db);
  return rows[0]?.number ?? 0;
}

const columns = sql`r.number, r.kind, r.at,
  coalesce((select o.name from operator o where o.id::text = r.actor_id), r.actor_id) as by`;

/** Newest first. */
export async function listRevisions(db: SystemDatabase, limit: number): Promise<Revision[]> {
  const { rows } = await sql<Revision>`
    select ${columns} from area_revision r order by r.number desc limit ${limit}`.execute(db);
  return rows;
}

export interface StoredRevision extends Revision {
  readonly document: object;
  /** Of the revision of the same kind before it; null: there is none. */
  readonly previousDocument: object | null;
}

export async function findRevision(db: SystemDatabase, number: number): Promise<StoredRevision | undefined> {
  const { rows } = await sql<StoredRevision>`
    select ${columns}, r.document, p.document as "previousDocument" from area_revision r
    left join lateral (
      select document from area_revision where kind = r.kind and number < r.number order by number desc limit 1
    ) p on true
    where r.number = ${number}`.execute(db);
  return rows[0];
}
