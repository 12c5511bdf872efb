// The bookings in which a crew is engaged, as a dispatcher recognises them.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { customerName } from '../bookings/booking-columns-store.ts';

export interface CrewJobRow {
  readonly id: string;
  readonly hid: string;
  readonly partner: string;
  readonly customer: string | null;
  readonly window: string;
  readonly time_zone: string | null;
}

export async function findCrewJobs(
  db: SystemDatabase,
  crewId: string,
): Promise<ReadonlyMap<string, CrewJobRow>> {
  const { rows } = await sql<CrewJobRow>`
    select b.id, b.hid, a.name as partner, ${customerName} as customer, b.arrival_window ->> 'label' as "window",
      b.arrival_window ->> 'timeZone' as time_zone
    from crew_engagement e join booking b on b.id = e.booking_id join account a on a.id = b.account_id
    where e.crew_id = ${crewId} and e.ended_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
