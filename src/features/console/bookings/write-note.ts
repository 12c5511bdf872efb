// Use case: stores a note or a logged call. With an idempotency key, the id of the row is derived from the key, so a
// retry inserts nothing and no response with personal data has to be stored for replay.
import { recordAudit } from '../../../db/audit-store.ts';
import type { Actor } from '../../../lib/actor.ts';
import { worldNow } from '../../../lib/clock.ts';
import { Problem } from '../../../lib/problem.ts';
import { sha256Hex } from '../../../lib/sha256-hex.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { ERASED_NAME } from '../../privacy/erase-document.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type BookingEntry, findEntry, insertEntry, type StoredEntry } from './booking-note-store.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';

export interface WriteEntryResult {
  readonly entry: StoredEntry;
  /** Whether the entry already existed under the same idempotency key. */
  readonly isRepeated: boolean;
}

export async function writeEntry(
  context: Pick<ConsoleContext, 'system' | 'clock' | 'ids'>,
  actor: Actor,
  { idOrHid, key }: { readonly idOrHid: string; readonly key: string | null },
  entry: BookingEntry,
): Promise<WriteEntryResult> {
  const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, idOrHid);
  const at = worldNow(context.clock);
  const id = key === null ? context.ids.next() : idFromKey([bookingId, actor.id, entry.kind, key]);
  return inTransaction(context.system, async (trx) => {
    const isNew = await insertEntry(trx, { id, bookingId, accountId, operatorId: actor.id, at }, entry);
    const stored = await findEntry(trx, id);
    if (!stored) throw new Error('the note was not stored');
    if (!isNew && !isSame(stored, entry))
      throw Problem.of(
        'idempotency_key_reused',
        'The Idempotency-Key was already used with a different request. Use a new key.',
      );
    if (isNew)
      await recordAudit(trx, context, actor, {
        accountId,
        action: entry.kind === 'call' ? 'booking.call_logged' : 'booking.note_added',
        subject: { kind: 'booking', id: bookingId },
      });
    return { entry: stored, isRepeated: !isNew };
  });
}

/** UUIDv8 from the first bits of a SHA-256 digest. */
function idFromKey(parts: readonly string[]): string {
  const hex = sha256Hex(JSON.stringify(parts));
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** An erased entry counts as equal: its original text can no longer be compared. */
function isSame(stored: StoredEntry, entry: BookingEntry): boolean {
  const isErased = stored.text === ERASED_NAME || stored.person === ERASED_NAME;
  if (entry.kind === 'note') return isErased || stored.text === entry.text;
  const { direction, outcome, person, text } = entry;
  const isSameCall = stored.direction === direction && stored.outcome === outcome;
  return isSameCall && (isErased || (stored.person === person && stored.text === text));
}
