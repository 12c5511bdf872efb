// The texts of bookings that were asked for lately. PostgreSQL is asked every time, but for the text only if the row is not
// the one that is at hand: partners ask for the same booking over and over, and most of what that costs is its text on
// the way from there to here and on.
import type { AccountDatabase } from '../../db/database.ts';
import { BriefMemory } from '../../lib/ttl-cache.ts';
import { findBookingText } from './booking-store.ts';

interface KnownText {
  /** The transaction that wrote the row; every change of a row has another. */
  readonly writtenBy: string;
  readonly bytes: Buffer;
}

const maxBytes = 16 * 1024 * 1024;
/** Personal data stays no longer than it is of use. */
const lifetimeMillis = 60_000;
const tidyEveryMillis = 10_000;
/** How many ids of bookings are kept that were asked for once; then it begins anew. */
const mostAskedOnce = 4_096;

export class BookingTexts {
  readonly #known = new BriefMemory<KnownText>({
    lifetimeMillis,
    tidyEveryMillis,
    maxBytes,
    bytesOf: ({ bytes }) => bytes.length,
  });

  /** A text is remembered when it is asked for again: whoever reads all bookings in turn would only push out what others wait for. */
  readonly #askedOnce = new Set<string>();

  /** As it is now; undefined if this account has no such booking. */
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
