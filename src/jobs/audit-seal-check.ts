// Doctor check of the audit seals: detects audit entries that were changed, removed or inserted after sealing.
import { type CheckResult, Findings } from '../db/doctor/findings.ts';
import type { SystemDatabase } from '../db/system-database.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import { entriesBetween, nextSeal, type Seal, type SealedEntry } from './audit-seal-store.ts';
import { entryText, sealText } from './audit-seals.ts';

const name = 'audit trail: every entry matches its seal';

export function auditTrailSealed(keys: KeyRing) {
  return { name, run: (system: SystemDatabase) => checkSeals(system, keys) };
}

async function checkSeals(system: SystemDatabase, keys: KeyRing): Promise<CheckResult> {
  const findings = new Findings(name);
  let previous: Seal | null = null;
  for (;;) {
    const seal: Seal | null = await nextSeal(system, previous?.number ?? 0);
    if (!seal) return findings.result();
    findings.add(
      { table: 'audit_seal', id: String(seal.number), account: null },
      sealFaults(keys, seal, previous),
    );
    const entries = await entriesBetween(system, previous?.number ?? null, seal.number);
    for (const { id, account, message } of entryFaults(keys, seal, entries))
      findings.add({ table: 'audit_entry', id, account }, message === null ? [] : [message]);
    previous = seal;
  }
}

function sealFaults(keys: KeyRing, seal: Seal, previous: Seal | null): string[] {
  const expected = (previous?.number ?? 0) + 1;
  const faults = [];
  if (seal.number !== expected)
    faults.push(`follows seal ${expected - 1}: the seals in between were removed`);
  else if (!keys.verify(sealText(seal, previous?.signature ?? ''), seal.signature))
    faults.push('has an invalid signature');
  if (seal.entries.at(-1)?.[0] !== seal.through)
    faults.push('does not end with the entry that it names as its last');
  return faults;
}

function* entryFaults(keys: KeyRing, seal: Seal, entries: readonly SealedEntry[]) {
  const found = new Map(entries.map((entry) => [entry.id, entry]));
  for (const [id, signature] of seal.entries) {
    const entry = found.get(id);
    found.delete(id);
    const account = entry?.accountId ?? null;
    if (!entry) yield { id, account, message: 'was removed' };
    else yield { id, account, message: keys.verifyShort(entryText(entry), signature) ? null : 'was changed' };
  }
  for (const { id, accountId } of found.values())
    yield { id, account: accountId, message: 'was inserted after sealing' };
}
