// Sealing of the audit trail: every minute each new entry is signed, and the batch gets a signature that includes the
// signature of the previous batch (a chain). The doctor detects later changes, removals and insertions. Sealing runs
// after the entries' transactions, so that writers do not serialize on one chain.
import type { Logger } from 'pino';
import type { SystemDatabase } from '../db/system-database.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import { insertSeal, lastSeal, type Seal, type SealedEntry, settledEntries } from './audit-seal-store.ts';
import type { PeriodicTask } from './periodic-task.ts';

const BATCH = 1_000;

export interface SealingContext {
  readonly system: SystemDatabase;
  readonly keys: KeyRing;
  readonly log: Logger;
}

export function auditSealing(context: SealingContext): PeriodicTask {
  return { name: 'audit.seal', everySeconds: 60, run: () => sealAuditTrail(context) };
}

/** Seals all entries that are older than the settling time, in batches. */
export async function sealAuditTrail(
  { system, keys, log }: SealingContext,
  { settleMinutes }: { readonly settleMinutes?: number } = {},
): Promise<void> {
  for (let last = await lastSeal(system); ; ) {
    const entries = await settledEntries(system, last?.number ?? null, BATCH, settleMinutes);
    const seal = createSeal(keys, last, entries);
    if (!seal) return;
    await insertSeal(system, seal);
    // Logged, so that an attacker who rewrites entries and seals in the database would also have to change the stored
    // logs.
    log.info({ seal: seal.number, signature: seal.signature, entries: entries.length }, 'audit trail sealed');
    last = seal;
  }
}

function createSeal(keys: KeyRing, last: Seal | null, entries: readonly SealedEntry[]): Seal | null {
  const through = entries.at(-1)?.id;
  if (through === undefined) return null;
  const signed = entries.map((entry) => [entry.id, keys.signShort(entryText(entry))] as const);
  const seal = { number: (last?.number ?? 0) + 1, through, entries: signed };
  return { ...seal, signature: keys.sign(sealText(seal, last?.signature ?? '')) };
}

export function entryText({ id, content }: SealedEntry): string {
  return `audit entry ${id} ${content}`;
}

export function sealText({ number, entries }: Pick<Seal, 'number' | 'entries'>, before: string): string {
  return `audit seal ${number} ${before} ${JSON.stringify(entries)}`;
}
