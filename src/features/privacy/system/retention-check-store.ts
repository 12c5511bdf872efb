// Doctor checks of the retention of personal data.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../db/doctor/sql-check.ts';
import { clearedColumns, type ErasedTable } from '../personal-columns.ts';

/** Grace period: a running worker has anonymized the booking by then. */
const GRACE_DAYS = 1;

const overdue = (now: Date, retentionDays: number): SqlCheck => ({
  name: 'privacy: bookings are anonymized after the retention period',
  checked: sql`select count(*) from ended_booking`,
  broken: sql`
    select 'booking' as table_name, booking_id::text as id, account_id,
      format('ended at %s and is not anonymized', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as message
    from ended_booking where people_removed_at is null
      and ended_at < ${now}::timestamptz - make_interval(days => ${retentionDays + GRACE_DAYS})`,
});

const anyOf = (alias: string, table: ErasedTable) =>
  sql.join(
    clearedColumns(table).map((column) => sql`${sql.ref(`${alias}.${column}`)} is not null`),
    sql` or `,
  );

/** Also runs without a retention period: bookings may have been anonymized under an earlier configuration. */
const removed: SqlCheck = {
  name: 'privacy: anonymized bookings contain no personal data',
  checked: sql`select count(*) from ended_booking where people_removed_at is not null`,
  broken: sql`
    select 'booking' as table_name, b.id::text, b.account_id, 'is anonymized but contains personal data' as message
    from ended_booking e join booking b on b.id = e.booking_id
    where e.people_removed_at is not null and (
      ${anyOf('b', 'booking')} or coalesce(b.customer ->> 'name', 'Erased') <> 'Erased'
      or exists (select from booking_contact c where c.booking_id = b.id and c.name <> 'Erased')
      or exists (select from booking_stop s where s.booking_id = b.id and (${anyOf('s', 'booking_stop')})))`,
};

export function retentionChecks(now: Date, retentionDays: number | null): SqlCheck[] {
  return retentionDays === null ? [removed] : [overdue(now, retentionDays), removed];
}
