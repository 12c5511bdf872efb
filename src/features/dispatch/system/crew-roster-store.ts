// Crews with their current shift, engagement and offers, and the crew schedule of a day, for dispatchers.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import { byName } from '../../../lib/natural-order.ts';
import { type CrewRecord, crewColumns, millisOf } from './crew-store.ts';

export interface RosterShift {
  readonly id: string;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly patternId: string | null;
}

export interface RosterEngagement {
  readonly bookingId: string;
  readonly hid: string;
  readonly accountId: string;
  readonly bookingState: BookingState;
  readonly startsMs: number;
  readonly arrivesMs: number;
  readonly endsMs: number;
  /** null while the engagement is open. */
  readonly endedMs: number | null;
  readonly endReason: string | null;
}

export interface RosterCrew extends CrewRecord {
  /** The current or next shift. */
  readonly shift: RosterShift | null;
  /** The current or next engagement. */
  readonly engagement: RosterEngagement | null;
  readonly openOffers: number;
}

export interface RosterFilter {
  readonly includesRetired: boolean;
  readonly areaSlug?: string | undefined;
  /** Keyset cursor: the last crew of the previous page. */
  readonly after?: { readonly name: string; readonly id: string } | undefined;
  readonly limit: number;
}

const shiftJson = sql`json_build_object('id', s.id, 'startsMs', ${millisOf(sql`s.starts_at`)},
  'endsMs', ${millisOf(sql`s.ends_at`)}, 'patternId', s.pattern_id)`;
const engagementJson = sql`json_build_object('bookingId', e.booking_id, 'hid', b.hid, 'accountId', e.account_id,
  'bookingState', b.state, 'startsMs', ${millisOf(sql`e.starts_at`)}, 'arrivesMs', ${millisOf(sql`e.arrives_at`)},
  'endsMs', ${millisOf(sql`e.ends_at`)}, 'endedMs', ${millisOf(sql`e.ended_at`)}, 'endReason', e.end_reason)`;

/** Sorted by name. */
export async function listRoster(
  db: SystemDatabase,
  { includesRetired, areaSlug, after, limit }: RosterFilter,
  now: Date,
): Promise<RosterCrew[]> {
  const conditions = [
    sql`true`,
    ...(includesRetired ? [] : [sql`c.retired_at is null`]),
    ...(areaSlug === undefined ? [] : [sql`(c.home_areas = '{}' or ${areaSlug} = any (c.home_areas))`]),
    ...(after ? [sql`(lower(c.name), c.id) > (lower(${after.name}), ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<RosterCrew>`
    select ${crewColumns},
      (select ${shiftJson} from shift s where s.crew_id = c.id and s.ends_at > ${now} order by s.starts_at limit 1) as shift,
      (select ${engagementJson} from crew_engagement e join booking b on b.id = e.booking_id
       where e.crew_id = c.id and e.ended_at is null order by e.starts_at limit 1) as engagement,
      (select count(*)::int from dispatch_offer o where o.crew_id = c.id and o.state = 'open') as "openOffers"
    from crew c where ${sql.join(conditions, sql` and `)}
    order by lower(c.name), c.id limit ${limit}`.execute(db);
  return rows;
}

export interface ScheduledCrew extends CrewRecord {
  readonly shifts: readonly RosterShift[];
  readonly engagements: readonly RosterEngagement[];
}

export interface ScheduleSpan {
  readonly from: Date;
  readonly to: Date;
  readonly areaSlug?: string | undefined;
}

const maxCrews = 1_000;

/** Crews that are active or were engaged within the span, with all shifts and engagements in it. Sorted by name. */
export async function readCrewSchedule(
  db: SystemDatabase,
  { from, to, areaSlug }: ScheduleSpan,
): Promise<ScheduledCrew[]> {
  const inArea =
    areaSlug === undefined ? sql`true` : sql`(c.home_areas = '{}' or ${areaSlug} = any (c.home_areas))`;
  const { rows } = await sql<ScheduledCrew>`
    select ${crewColumns},
      (select coalesce(json_agg(${shiftJson} order by s.starts_at), '[]') from shift s
       where s.crew_id = c.id and s.starts_at < ${to} and s.ends_at > ${from}) as shifts,
      (select coalesce(json_agg(${engagementJson} order by e.starts_at), '[]')
       from crew_engagement e join booking b on b.id = e.booking_id
       where e.crew_id = c.id and e.starts_at < ${to} and coalesce(e.ended_at, e.ends_at) > ${from}) as engagements
    from crew c
    where ${inArea} and (c.retired_at is null or exists (select from crew_engagement e
      where e.crew_id = c.id and e.starts_at < ${to} and coalesce(e.ended_at, e.ends_at) > ${from}))
    order by lower(c.name), c.id limit ${maxCrews}`.execute(db);
  return rows.sort(byName);
}
