// Data export for a data subject (right of access): a summary for preview, and all stored data as JSON.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Person } from '../data-subject.ts';
import {
  countOthers,
  exportBookings,
  exportOthers,
  type FoundBooking,
  findBookingsOf,
  type PersonCounts,
} from './data-subject-store.ts';
import type { Eraser } from './erase-data-subject.ts';

export interface PersonSummary extends PersonCounts {
  readonly bookings: readonly FoundBooking[];
}

/** Upper bound; far above the bookings of one person. */
const maxBookings = 1_000;

export async function summarizePerson(system: SystemDatabase, person: Person): Promise<PersonSummary> {
  const bookings = await findBookingsOf(system, person, { limit: maxBookings });
  return { bookings, ...(await countOthers(system, person)) };
}

export interface ExportContext extends Pick<Context, 'clock' | 'ids' | 'keys'> {
  readonly system: SystemDatabase;
}

export async function exportPerson(
  { system, clock, ids, keys }: ExportContext,
  person: Person,
  { actor, requestId }: Eraser,
) {
  const found = await findBookingsOf(system, person, { limit: maxBookings });
  const bookingIds = found.map(({ id }) => id);
  const document = {
    person: { phone: person.phone, email: person.email, account_id: person.accountId ?? null },
    exported_at: clock.now().toISOString(),
    bookings: await exportBookings(system, bookingIds),
    ...(await exportOthers(system, person, bookingIds)),
  };
  await recordAudit(system, {
    id: ids.next(),
    accountId: person.accountId ?? null,
    actor,
    action: 'person.exported',
    subject: { kind: 'person', id: keys.signShort(`person ${person.phone ?? ''} ${person.email ?? ''}`) },
    requestId,
    at: clock.now(),
  });
  return document;
}
