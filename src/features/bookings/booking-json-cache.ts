// In-process cache of booking JSON for `GET /bookings/{id}`, validated by `xmin`. Every read queries PostgreSQL, but
// the JSON is transferred only if the row has changed since it was cached. Partners poll the same bookings; most of the
// cost of a read is the transfer of the JSON.
import type { AccountDatabase } from '../../db/database.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import { findBookingWireIfChanged } from './booking-store.ts';

interface CachedJson {
  /** `xmin` of the row: the transaction that wrote this row version. Every update of the row changes it. */
  readonly rowVersion: string;
  readonly bytes: Buffer;
}

const maxBytes = 16 * 1024 * 1024;
/** Limits how long personal data stays in memory. */
const lifetimeMillis = 60_000;
const purgeIntervalMillis = 10_000;
/** Size limit of `#readOnce`. The set is cleared when it is full. */
const maxReadOnce = 4_096;

export class BookingJsonCache {
  readonly #cache = new TtlCache<CachedJson>({
    lifetimeMillis,
    purgeIntervalMillis,
    maxBytes,
    bytesOf: ({ bytes }) => bytes.length,
  });

  /**
   * Admission filter: a booking is cached on its second read. A client that reads every booking once would otherwise
   * evict the entries that others poll.
   */
  readonly #readOnce = new Set<string>();

  /** Returns the current JSON, or undefined if the account has no such booking. */
  async find(db: AccountDatabase, accountId: string, id: string): Promise<Buffer | undefined> {
    const cached = this.#cache.get(id);
    const found = await findBookingWireIfChanged(db, accountId, id, cached?.rowVersion ?? null);
    if (!found) return undefined;
    if (found.wire === null) return cached?.bytes;
    const bytes = Buffer.from(found.wire);
    if (cached || this.#isSecondRead(id)) this.#cache.set(id, { rowVersion: found.row_version, bytes });
    return bytes;
  }

  #isSecondRead(id: string): boolean {
    if (this.#readOnce.delete(id)) return true;
    if (this.#readOnce.size === maxReadOnce) this.#readOnce.clear();
    this.#readOnce.add(id);
    return false;
  }
}
