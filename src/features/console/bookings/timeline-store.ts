// History of a booking from two sources: events and the audit trail.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface TimelineEvent {
  readonly at: Date;
  readonly type: string;
  readonly sequence: number;
}

export interface TimelineChange {
  readonly at: Date;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string;
  /** Name of an operator or crew member; null for other actors. */
  readonly actorName: string | null;
  readonly changed: readonly string[];
  readonly requestId: string;
}

/**
 * Upper limit per source. A booking has a few dozen entries, because crew positions (one every ten seconds) are
 * excluded.
 */
const maxEntries = 500;

export async function eventsOfBooking(db: SystemDatabase, bookingId: string): Promise<TimelineEvent[]> {
  const { rows } = await sql<TimelineEvent>`
    select occurred_at as at, type, sequence from event
    where booking_id = ${bookingId} and type <> 'crew.location_updated' and endpoint_id is null
    order by sequence desc limit ${maxEntries}`.execute(db);
  return rows;
}

export async function changesOfBooking(db: SystemDatabase, bookingId: string): Promise<TimelineChange[]> {
  const { rows } = await sql<TimelineChange>`
    select e.at, e.action, e.actor_kind as "actorKind", e.actor_id as "actorId", coalesce(o.name, m.first_name) as "actorName", e.changed,
      e.request_id as "requestId"
    from audit_entry e
    left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id
    left join crew_member m on e.actor_kind = 'crew_member' and m.id::text = e.actor_id
    where e.subject_kind = 'booking' and e.subject_id = ${bookingId} and e.action <> 'booking.crew_followed'
    order by e.at desc, e.id desc limit ${maxEntries}`.execute(db);
  return rows;
}
