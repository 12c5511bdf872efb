// Runs the doctor on the database of a finished fault test: the invariants must hold whatever was killed, raced or
// lost.
import { expect } from 'vitest';
import { type ConnectionOptions, createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { ledgerChecks } from '../../src/features/billing/system/ledger-check-store.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { dispatchChecks } from '../../src/features/dispatch/system/doctor/dispatch-check-store.ts';
import { planChecks } from '../../src/features/plans/system/doctor/plan-check-store.ts';
import { webhookAccounts } from '../../src/features/webhooks/system/doctor/tenant-check-store.ts';
import { queryAsOwner } from './database.ts';
import { note } from './fault-report-notes.ts';

/** Only checks that hold at any time: pending deliveries at the end of a test are not a fault. */
const more = [webhookAccounts, ...ledgerChecks, ...dispatchChecks, ...planChecks];

export async function checkFaultTestDatabase(connection: ConnectionOptions): Promise<void> {
  if (expect.getState().testPath?.includes('/test/faults/')) await checkDatabase(connection);
}

async function checkDatabase(connection: ConnectionOptions): Promise<void> {
  const [linked] = await queryAsOwner<{ url: string | null; now: Date }>(
    connection,
    `select (select wire ->> 'share_url' from booking limit 1) as url,
       greatest(now(), (select max(updated_at) from booking)) as now`,
  );
  const options = { role: 'waybill_system', max: 1, onError: () => {}, forFullScans: true } as const;
  const pool = createPool(connection, options);
  try {
    const publicUrl = linked?.url ? new URL(linked.url).origin : 'https://waybill.example';
    const now = linked?.now ?? new Date();
    const { checks } = await runDoctor(createSystemDatabase(pool), { publicUrl, now, more });
    const broken = checks.flatMap((check) => check.broken.map((row) => ({ check: check.name, ...row })));
    const rows = checks.reduce((sum, { checked }) => sum + checked, 0);
    note({ kind: 'examined', checks: checks.length, rows, broken: broken.length });
    expect(broken, 'the doctor finds no violation in the data of the test').toEqual([]);
  } finally {
    await pool.end();
  }
}
