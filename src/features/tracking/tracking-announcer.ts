// Tells all processes which bookings moved, so that open tracking pages look again. It follows the relay, which sees every
// event once; what happens within a moment is told together. Nothing depends on it being heard.
import type { Listener } from '../../db/listener.ts';
import { isUuid } from '../../lib/ids.ts';

export const trackingChannel = 'waybill_tracking';

const gatherMillis = 100;
/** PostgreSQL takes payloads of up to 8,000 bytes. */
const idsPerPayload = 200;

export class TrackingAnnouncer {
  readonly #listener: Pick<Listener, 'notify'>;
  readonly #waiting = new Set<string>();
  #isGathering = false;

  constructor(listener: Pick<Listener, 'notify'>) {
    this.#listener = listener;
  }

  /** Call it after the commit. Returns at once and never fails. */
  announce(bookingIds: Iterable<string>): void {
    for (const id of bookingIds) this.#waiting.add(id);
    if (this.#isGathering || this.#waiting.size === 0) return;
    this.#isGathering = true;
    setTimeout(() => void this.#tell(), gatherMillis).unref();
  }

  async #tell(): Promise<void> {
    this.#isGathering = false;
    const ids = [...this.#waiting];
    this.#waiting.clear();
    try {
      for (let start = 0; start < ids.length; start += idsPerPayload)
        await this.#listener.notify(trackingChannel, ids.slice(start, start + idsPerPayload).join());
    } catch {
      // Pages ask again by themselves after a while.
    }
  }
}

/** What does not read as ids is none: it may come from another version. */
export function readAnnouncement(payload: string): string[] {
  return payload.split(',').filter(isUuid);
}
