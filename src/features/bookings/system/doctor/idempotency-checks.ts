// Doctor check of idempotency records: each stored response can be decrypted and refers to one existing booking of the
// same account.
import { type CheckResult, Findings } from '../../../../db/doctor/findings.ts';
import type { SystemDatabase } from '../../../../db/system-database.ts';
import { canonicalJson } from '../../../../lib/canonical-json.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { KeyRing } from '../../../../lib/key-ring.ts';
import {
  accountsOfBookings,
  idempotencyRecordPages,
  type StoredResponse,
} from './idempotency-check-store.ts';
import type { CustomCheck } from './run-doctor.ts';

const name = 'idempotency keys: each returns its own booking';

export function idempotencyRecordCheck(keys: KeyRing): CustomCheck {
  return { name, run: (system) => check(system, keys) };
}

async function check(system: SystemDatabase, keys: KeyRing): Promise<CheckResult> {
  const findings = new Findings(name);
  const keyOf = new Map<string, string>();
  for await (const page of idempotencyRecordPages(system)) {
    const parsedPage = page.map((record) => ({ record, parsed: parseBookingId(keys, record) }));
    const ids = parsedPage.flatMap(({ parsed }) => ('id' in parsed ? [parsed.id] : []));
    const accounts = ids.length > 0 ? await accountsOfBookings(system, ids) : new Map<string, string>();
    for (const { record, parsed } of parsedPage) {
      const { accountId, key } = record;
      const faults = 'id' in parsed ? faultsOf(record, parsed.id, accounts, keyOf) : [parsed.fault];
      findings.add({ table: 'idempotency_record', id: key, account: accountId }, faults);
    }
  }
  return findings.result();
}

function parseBookingId(keys: KeyRing, record: StoredResponse): { id: string } | { fault: string } {
  const { accountId, route, key } = record;
  try {
    const opened = keys.open(record.encryptedResponse, canonicalJson({ accountId, route, key })).toString();
    const { id } = JSON.parse((JSON.parse(opened) as { body: string }).body) as { id?: unknown };
    return typeof id === 'string' && isUuid(id)
      ? { id }
      : { fault: 'the stored response contains no booking' };
  } catch (error) {
    return { fault: `cannot be decrypted: ${error instanceof Error ? error.message : 'unknown'}` };
  }
}

function faultsOf(
  { accountId, key }: StoredResponse,
  bookingId: string,
  accounts: ReadonlyMap<string, string>,
  keyOf: Map<string, string>,
): string[] {
  const other = keyOf.get(bookingId);
  keyOf.set(bookingId, key);
  const owner = accounts.get(bookingId);
  if (owner === undefined) return [`refers to booking ${bookingId}, which does not exist`];
  if (owner !== accountId) return [`refers to booking ${bookingId} of another account`];
  return other === undefined ? [] : [`refers to booking ${bookingId}, as does another key`];
}
