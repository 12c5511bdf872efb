// waybill doctor
import type { Command } from 'commander';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { CheckResult } from '../db/doctor/findings.ts';
import { ledgerChecks } from '../features/billing/system/ledger-check-store.ts';
import { idempotencyRecordCheck } from '../features/bookings/system/doctor/idempotency-checks.ts';
import { type DoctorProgress, runDoctor } from '../features/bookings/system/doctor/run-doctor.ts';
import { dispatchChecks } from '../features/dispatch/system/doctor/dispatch-check-store.ts';
import { messageChecks } from '../features/notifications/system/message-check-store.ts';
import { planChecks } from '../features/plans/system/doctor/plan-check-store.ts';
import { retentionChecks } from '../features/privacy/system/retention-check-store.ts';
import { webhookChecks } from '../features/webhooks/system/doctor/webhook-checks.ts';
import { auditTrailSealed } from '../jobs/audit-seal-check.ts';
import { feedChecks } from '../jobs/feed-lag-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { printJson } from './print.ts';
import { ReportedError } from './reported-error.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check the stored data of an environment for consistency; read-only')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(doctor);
}

/** Runs the doctor in all environments, after a restore or an import. */
export async function runDoctorEverywhere(
  environments: readonly { readonly name: EnvironmentName }[],
): Promise<void> {
  let clean = true;
  for (const { name } of environments) {
    console.log(`\n${name}`);
    clean = (await runChecks({ environment: name })) && clean;
  }
  if (!clean) throw new ReportedError('the doctor found violated invariants');
}

/** Prints the results and returns whether all checks passed. */
async function runChecks({ environment, json }: AdminOptions): Promise<boolean> {
  const startedAt = performance.now();
  const { clean, checks } = await withAdmin(
    environment,
    ({ system, settings, clock, config, keys }) => {
      const now = clock.now();
      const keptSince = new Date(now.getTime() - config.webhooks.retentionDays * 86_400_000);
      return runDoctor(system, {
        publicUrl: settings.publicUrl,
        now,
        eventsKeptSince: keptSince,
        more: [
          idempotencyRecordCheck(keys),
          ...feedChecks,
          auditTrailSealed(keys),
          ...webhookChecks({ keys, keptSince }),
          ...ledgerChecks,
          ...dispatchChecks,
          ...planChecks,
          ...messageChecks(now),
          ...retentionChecks(now, config.personalData.retentionDays),
        ],
        ...(!json && { onResult: print, onProgress: showProgress }),
      });
    },
    { forFullScans: true },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const broken = checks.filter(({ brokenCount }) => brokenCount > 0).length;
  if (json) printJson({ clean, seconds, checks });
  else console.log(`${checks.length - broken} of ${checks.length} checks passed (${seconds.toFixed(1)} s).`);
  return clean;
}

async function doctor(options: AdminOptions): Promise<void> {
  if (!(await runChecks(options))) throw new ReportedError('the doctor found violated invariants');
}

function print({ name, checked, brokenCount, broken }: CheckResult): void {
  clearProgress();
  const count = brokenCount === 0 ? checked : `${brokenCount} violations, ${checked} checked`;
  console.log(`${brokenCount === 0 ? '✓' : '✗'} ${name} (${count})`);
  for (const { table, id, account, message } of broken) {
    const owner = account === null ? '' : `, account ${account}`;
    console.log(`    ${table} ${id}${owner}: ${message}`);
  }
  if (brokenCount > broken.length) console.log(`    … and ${brokenCount - broken.length} more`);
}

/** Progress is shown on a terminal only. */
function showProgress({ doing, done, total }: DoctorProgress): void {
  if (!process.stderr.isTTY) return;
  clearProgress();
  process.stderr.write(`  … ${doing} ${done} of ${total}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
