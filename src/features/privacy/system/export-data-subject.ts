// Data export for a data subject (right of access): a summary for preview, and all stored data as JSON.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Person } from '../data-subject.ts';
import {
  countOtherRecords,
  type DataSubjectCounts,
  exportBookings,
  exportOtherRecords,
  type FoundBooking,
  findBookingsOfSubject,
} from './data-subject-store.ts';

export interface DataSubjectSummary extends DataSubjectCounts {
  readonly bookings: readonly FoundBooking[];
}

/** Upper bound; far above the bookings of one person. */
const maxBookings = 1_000;

export async function summarizeDataSubject(
  system: SystemDatabase,
  person: Person,
): Promise<DataSubjectSummary> {
  const bookings = await findBookingsOfSubject(system, person, { limit: maxBookings });
  return { bookings, ...(await countOtherRecords(system, person)) };
}

export interface ExportContext extends Pick<Context, 'clock' | 'ids' | 'keys'> {
  readonly system: SystemDatabase;
}

export async function exportDataSubject(
  { system, clock, ids, keys }: ExportContext,
  person: Person,
  actor: Actor,
) {
  const found = await findBookingsOfSubject(system, person, { limit: maxBookings });
  const bookingIds = found.map(({ id }) => id);
  const document = {
    person: { phone: person.phone, email: person.email, account_id: person.accountId ?? null },
    exported_at: clock.now().toISOString(),
    bookings: await exportBookings(system, bookingIds),
    ...(await exportOtherRecords(system, person, bookingIds)),
  };
  await recordAudit(system, { ids, clock }, actor, {
    accountId: person.accountId ?? null,
    action: 'person.exported',
    subject: { kind: 'person', id: keys.signShort(`person ${person.phone ?? ''} ${person.email ?? ''}`) },
  });
  return document;
}
