// Periodic tasks of personal data retention. Each run works one booking or page at a time, for at most 5 seconds.
import type { Logger } from 'pino';
import { recordAudit } from '../../db/audit-store.ts';
import { deleteAddressesBefore } from '../../db/security-event-store.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { anonymizeBooking } from './system/anonymize-booking.ts';
import { deleteRetiredLocations, type EndedBooking, endedBefore } from './system/ended-booking-store.ts';
import type { ErasureContext } from './system/erase-booking.ts';
import { type Swept, sweepPage } from './system/retention-sweep-store.ts';

export interface RetentionContext extends ErasureContext {
  readonly log: Logger;
  readonly retentionDays: number;
  /** Lifetime of a quote. */
  readonly quoteLifetimeMinutes: number;
}

const dayMillis = 86_400_000;
/** Time budget of one run: a process that shuts down waits for it. */
const budgetMillis = 5_000;
const bookingsPerPage = 50;
const rowsPerPage = 1_000;
const swept: readonly Swept[] = ['booking', 'quote', 'location'];
const firstRow: EndedBooking = { id: '00000000-0000-0000-0000-000000000000', endedAt: new Date(0) };

export function retentionTasks(context: RetentionContext): PeriodicTask[] {
  return [
    { name: 'privacy.sweep', everySeconds: 600, run: () => sweep(context) },
    { name: 'privacy.forget', everySeconds: 30, run: () => anonymize(context) },
  ];
}

/** Client addresses of security events. Runs also where personal data of bookings is kept without a limit. */
export function addressRetentionTasks(system: SystemDatabase, clock: Clock, days: number): PeriodicTask[] {
  const run = async () => {
    const stopAt = performance.now() + budgetMillis;
    const before = new Date(clock.now().getTime() - days * dayMillis);
    while (
      performance.now() < stopAt &&
      (await deleteAddressesBefore(system, before, rowsPerPage)) === rowsPerPage
    );
  };
  return [{ name: 'privacy.addresses', everySeconds: 600, run }];
}

function cutOff({ clock, retentionDays }: RetentionContext): Date {
  return new Date(clock.now().getTime() - retentionDays * dayMillis);
}

async function anonymize(context: RetentionContext): Promise<void> {
  const { system, log } = context;
  const stopAt = performance.now() + budgetMillis;
  let anonymized = 0;
  let after = firstRow;
  while (performance.now() < stopAt) {
    const page = await endedBefore(system, cutOff(context), after, bookingsPerPage);
    for (const booking of page) {
      if (performance.now() >= stopAt) break;
      after = booking;
      try {
        if (await anonymizeBooking(context, booking.id)) anonymized += 1;
      } catch (error) {
        log.error({ err: error, booking: booking.id }, 'failed to anonymize booking; will retry');
      }
    }
    if (page.length < bookingsPerPage) break;
  }
  if (anonymized > 0) await recordRun(context, anonymized);
}

async function recordRun(context: RetentionContext, anonymized: number): Promise<void> {
  context.log.info({ bookings: anonymized }, 'bookings anonymized after the retention period');
  const id = context.ids.next();
  const actor = { kind: 'system', id: 'privacy.forget', requestId: id } as const;
  await recordAudit(context.system, context, actor, {
    accountId: null,
    action: 'people.forgotten',
    subject: { kind: 'retention', id },
    changed: [`bookings: ${anonymized}`],
  });
}

async function sweep(context: RetentionContext): Promise<void> {
  const { system, clock, quoteLifetimeMinutes } = context;
  const stopAt = performance.now() + budgetMillis;
  const now = clock.now();
  const page = { before: cutOff(context), now, limit: rowsPerPage };
  for (const table of swept)
    while (performance.now() < stopAt && (await sweepPage(system, table, page)) === rowsPerPage);
  const unbookable = new Date(now.getTime() - (quoteLifetimeMinutes + 60) * 60_000);
  while (
    performance.now() < stopAt &&
    (await deleteRetiredLocations(system, unbookable, rowsPerPage)) === rowsPerPage
  );
}
