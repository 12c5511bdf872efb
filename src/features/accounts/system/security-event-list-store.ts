// Reads security events from the audit trail, newest first, with the names of actors and subjects and the client address
// while it is kept. Ordered by the time of the database, which is indexed for entries that are not about bookings.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SecurityEventName } from '../../../domain/account/security-event.ts';

export interface SecurityEventFilter {
  /** Events to list: all of the catalogue, or those that other filters leave. */
  readonly events: readonly SecurityEventName[];
  readonly actor?: Reference | undefined;
  readonly subject?: Reference | undefined;
  readonly accountId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Kind and id, or one of them. */
export interface Reference {
  readonly kind?: string | undefined;
  readonly id?: string | undefined;
}

export interface NamedReference {
  readonly kind: string;
  readonly id: string;
  /** null for kinds without a name, and for rows that are deleted. */
  readonly name: string | null;
}

export interface SecurityEventRow {
  readonly id: string;
  readonly at: Date;
  readonly event: SecurityEventName;
  readonly actor: NamedReference;
  readonly subject: NamedReference;
  readonly account: { readonly id: string; readonly name: string } | null;
  /** null if there was no client, or after SECURITY_ADDRESS_DAYS. */
  readonly address: string | null;
  readonly request_id: string;
  readonly changed: readonly string[];
}

/** With its position in the list: `at` as text with microseconds, which a Date would lose. */
export interface PositionedRow extends SecurityEventRow {
  readonly position: string;
}

/** Position in the list: the entry with this id. Undefined if it does not exist. */
export async function findEntryTime(db: SystemDatabase, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select recorded_at::text as at from audit_entry where id = ${id}`.execute(db);
  return rows[0]?.at;
}

export interface SecurityEventPage {
  /** Entries after this one; undefined: from the newest. `at` has microseconds, which a Date would lose. */
  readonly after?: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

export async function listSecurityEventRows(
  db: SystemDatabase,
  filter: SecurityEventFilter,
  { after, limit }: SecurityEventPage,
): Promise<PositionedRow[]> {
  const { rows } = await sql<PositionedRow>`
    select e.id, e.recorded_at as at, e.recorded_at::text as position, e.action as event,
      json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', ${nameOf('actor')}) as actor,
      json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', ${nameOf('subject')}) as subject,
      case when e.account_id is null then null
        else json_build_object('id', e.account_id, 'name', coalesce(c.name, '')) end as account,
      host(a.address) as address, e.request_id, e.changed
    from audit_entry e left join account c on c.id = e.account_id left join audit_address a on a.entry_id = e.id
    where ${sql.join(conditionsOf(filter, after), sql` and `)}
    order by e.recorded_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The id of an API client is its client id in actors, and in subjects its row id, or the client id of a deleted client. */
function nameOf(role: 'actor' | 'subject'): RawBuilder<unknown> {
  const kind = sql.ref(`e.${role}_kind`);
  const id = sql.ref(`e.${role}_id`);
  return sql`case
    when ${id} !~ ${uuidPattern} then
      case when ${kind} = 'client' then (select k.name from api_client k where k.client_id = ${id}) end
    when ${kind} = 'client' then (select k.name from api_client k where k.id = ${id}::uuid)
    when ${kind} = 'operator' then (select o.name from operator o where o.id = ${id}::uuid)
    when ${kind} = 'user' then (select u.username from app_user u where u.id = ${id}::uuid)
    when ${kind} = 'portal_member' then (select m.name || ' (' || m.email || ')' from portal_member m where m.id = ${id}::uuid)
    when ${kind} = 'crew_member' then (select m.first_name from crew_member m where m.id = ${id}::uuid)
    when ${kind} = 'account' then (select o.name from account o where o.id = ${id}::uuid)
  end`;
}

function conditionsOf(
  { events, actor, subject, accountId, from, to }: SecurityEventFilter,
  after: SecurityEventPage['after'],
): RawBuilder<unknown>[] {
  const conditions: [unknown, RawBuilder<unknown>][] = [
    // The predicate of the partial index.
    [true, sql`e.subject_kind <> 'booking'`],
    [true, sql`e.action = any(${[...events]}::text[])`],
    [actor?.kind, sql`e.actor_kind = ${actor?.kind}`],
    [actor?.id, sql`e.actor_id = ${actor?.id}`],
    [subject?.kind, sql`e.subject_kind = ${subject?.kind}`],
    [subject?.id, sql`e.subject_id = ${subject?.id}`],
    [accountId, sql`e.account_id = ${accountId}`],
    [from, sql`e.recorded_at >= ${from}`],
    [to, sql`e.recorded_at < ${to}`],
    [after, sql`(e.recorded_at, e.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`],
  ];
  return conditions.filter(([value]) => value !== undefined).map(([, condition]) => condition);
}
