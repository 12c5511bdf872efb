// Data export for a data subject (right of access): a summary for preview, and all stored data as JSON.
import type { Context } from '../../../context.ts';
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

export interface ExportContext extends Pick<Context, 'clock' | 'keys' | 'security'> {
  readonly system: SystemDatabase;
}

export async function exportDataSubject(
  { system, clock, keys, security }: ExportContext,
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
  await security.record(system, {
    event: 'person.exported',
    actor,
    accountId: person.accountId ?? null,
    subject: { kind: 'person', id: keys.signShort(`person ${person.phone ?? ''} ${person.email ?? ''}`) },
  });
  return document;
}
