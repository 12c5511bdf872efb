// In-process cache of booking JSON for `GET /bookings/{id}`, validated by `xmin`. Every read queries PostgreSQL, but
// the JSON is transferred only if the row has changed since it was cached. Partners poll the same bookings; most of the
// cost of a read is the transfer of the JSON.
import type { AccountDatabase } from '../../db/database.ts';
import { BriefMemory } from '../../lib/ttl-cache.ts';
import { findBookingText } from './booking-store.ts';

interface KnownText {
  /** `xmin` of the row: the transaction that wrote this row version. Every update of the row changes it. */
  readonly writtenBy: string;
  readonly bytes: Buffer;
}

const maxBytes = 16 * 1024 * 1024;
/** Limits how long personal data stays in memory. */
const lifetimeMillis = 60_000;
const tidyEveryMillis = 10_000;
/** Size limit of `#askedOnce`. The set is cleared when it is full. */
const mostAskedOnce = 4_096;

export class BookingTexts {
  readonly #known = new BriefMemory<KnownText>({
    lifetimeMillis,
    tidyEveryMillis,
    maxBytes,
    bytesOf: ({ bytes }) => bytes.length,
  });

  /**
   * Admission filter: a booking is cached on its second read. A client that reads every booking once would otherwise
   * evict the entries that others poll.
   */
  readonly #askedOnce = new Set<string>();

  /** Returns the current JSON, or undefined if the account has no such booking. */
  async find(db: AccountDatabase, accountId: string, id: string): Promise<Buffer | undefined> {
    const known = this.#known.get(id);
    const found = await findBookingText(db, accountId, id, known?.writtenBy ?? null);
    if (!found) return undefined;
    if (found.wire === null) return known?.bytes;
    const bytes = Buffer.from(found.wire);
    if (known || this.#isAskedAgain(id)) this.#known.set(id, { writtenBy: found.written_by, bytes });
    return bytes;
  }

  #isAskedAgain(id: string): boolean {
    if (this.#askedOnce.delete(id)) return true;
    if (this.#askedOnce.size === mostAskedOnce) this.#askedOnce.clear();
    this.#askedOnce.add(id);
    return false;
  }
}
