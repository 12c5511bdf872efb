// `waybill doctor`: checks the invariants of the stored data. Read-only and safe beside a running server: each check
// sees one snapshot. The fault-injection tests run it after every round.

import type { CheckResult } from '../../../../db/doctor/findings.ts';
import { runSqlCheck, type SqlCheck } from '../../../../db/doctor/sql-check.ts';
import type { SystemDatabase } from '../../../../db/system-database.ts';
import { parseStoredDocuments } from '../../../areas/area-directory.ts';
import { loadDocuments } from '../../../areas/area-store.ts';
import { accounts } from './account-check-store.ts';
import { capacityLimits, onDemandPlaces, reservedHours } from './capacity-check-store.ts';
import { auditEntries, eventPayloads, eventSequences } from './history-check-store.ts';
import { bookingPages, countRows, eventHistoryPages, quotePages } from './page-reader-store.ts';
import { contacts, routes, usedQuotes } from './parts-check-store.ts';
import { bookingChecks, eventHistoryChecks, quoteChecks, runRowChecks } from './row-checks.ts';

export interface DoctorOptions {
  /** Base URL that tracking links must have. */
  readonly publicUrl: string;
  readonly now: Date;
  /** Start of event retention: older bookings may lack events. Default: all events are kept. */
  readonly eventsKeptSince?: Date;
  /** Checks contributed by other features. */
  readonly more?: readonly (SqlCheck | CustomCheck)[];
  readonly onResult?: (result: CheckResult) => void;
  readonly onProgress?: (progress: DoctorProgress) => void;
}

/** A check that needs more than one statement. */
export interface CustomCheck {
  readonly name: string;
  run(system: SystemDatabase): Promise<CheckResult>;
}

export interface DoctorProgress {
  readonly doing: string;
  readonly done: number;
  readonly total: number;
}

export interface DoctorReport {
  readonly clean: boolean;
  readonly checks: readonly CheckResult[];
}

export async function runDoctor(system: SystemDatabase, options: DoctorOptions): Promise<DoctorReport> {
  const checks: CheckResult[] = [];
  for await (const results of runChecks(system, options)) {
    for (const result of results) {
      checks.push(result);
      options.onResult?.(result);
    }
  }
  return { clean: checks.every(({ brokenCount }) => brokenCount === 0), checks };
}

async function* runChecks(system: SystemDatabase, options: DoctorOptions) {
  const { publicUrl, now, onProgress, eventsKeptSince = new Date(0), more = [] } = options;
  const { areas } = parseStoredDocuments(await loadDocuments(system));
  const setChecks = [
    reservedHours,
    onDemandPlaces(now),
    capacityLimits(areas, now),
    routes,
    contacts,
    usedQuotes,
    accounts,
    eventSequences(eventsKeptSince),
    eventPayloads,
    auditEntries(eventsKeptSince),
    ...more,
  ];
  for (const [index, check] of setChecks.entries()) {
    onProgress?.({ doing: check.name, done: index, total: setChecks.length });
    yield ['run' in check ? await check.run(system) : await runSqlCheck(system, check)];
  }
  const totals = await countRows(system);
  const progressOf = (doing: string, total: number) => (done: number) => onProgress?.({ doing, done, total });
  yield await runRowChecks({
    table: 'booking',
    pages: eventHistoryPages(system, eventsKeptSince),
    checks: eventHistoryChecks,
    onPage: progressOf('events', totals.bookings),
  });
  yield await runRowChecks({
    table: 'booking',
    pages: bookingPages(system),
    checks: bookingChecks(publicUrl),
    onPage: progressOf('bookings', totals.bookings),
  });
  yield await runRowChecks({
    table: 'quote',
    pages: quotePages(system),
    checks: quoteChecks,
    onPage: progressOf('quotes', totals.quotes),
  });
}
