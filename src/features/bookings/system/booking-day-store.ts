// SQL for the calendar day of a booking: the day on which its window starts, in the window's time zone. On-demand
// bookings belong to the day on which they were booked.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Expects the booking table under the alias `b`. */
export const localDay = sql`(coalesce(b.window_starts_at, b.window_taken_at)
  at time zone coalesce(b.arrival_window ->> 'timeZone', 'UTC'))::date`;

export function onDay(day: string): RawBuilder<unknown> {
  return sql`${startingNear(day, day)} and ${localDay} = ${day}::date`;
}

/** Index-friendly range that is one day wider on each side: no time zone is more than a day from UTC. */
export function startingNear(from: string, to: string): RawBuilder<unknown> {
  const near = (column: RawBuilder<unknown>) =>
    sql`${column} >= ${from}::date - interval '1 day' and ${column} < ${to}::date + interval '2 days'`;
  return sql`((${near(sql`b.window_starts_at`)}) or (b.window_starts_at is null and ${near(sql`b.window_taken_at`)}))`;
}

export interface BookingDay {
  readonly day: string | null;
  readonly time_zone: string;
}

export async function findDay(db: SystemDatabase, bookingId: string): Promise<BookingDay> {
  const { rows } = await sql<BookingDay>`
    select ${localDay}::text as day, coalesce(b.arrival_window ->> 'timeZone', 'UTC') as time_zone
    from booking b where b.id = ${bookingId}`.execute(db);
  return rows[0] ?? { day: null, time_zone: 'UTC' };
}
