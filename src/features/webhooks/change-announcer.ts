// Says to whoever watches (the pages of the portal) that something about an endpoint moved. Told to all processes over the
// database, gathered for a moment so that a busy endpoint does not drown the line. Nothing depends on it being heard.
import type { Listener } from '../../db/listener.ts';
import { changeChannel, type WebhookChange } from './change-channel.ts';

const gatherMillis = 250;
/** PostgreSQL takes payloads of up to 8,000 bytes. */
const changesPerPayload = 40;

export class ChangeAnnouncer {
  readonly #listener: Pick<Listener, 'notify'>;
  readonly #waiting = new Map<string, WebhookChange>();
  #isGathering = false;

  constructor(listener: Pick<Listener, 'notify'>) {
    this.#listener = listener;
  }

  /** Call it after the commit. Returns at once and never fails. */
  announce(change: WebhookChange): void {
    const subject = change.endpoint_id ?? change.account_id;
    this.#waiting.set(`${change.kind} ${subject} ${change.delivery_id ?? ''}`, change);
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => void this.#tell(), gatherMillis).unref();
  }

  async #tell(): Promise<void> {
    this.#isGathering = false;
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      for (let start = 0; start < changes.length; start += changesPerPayload) {
        const some = changes.slice(start, start + changesPerPayload);
        await this.#listener.notify(changeChannel, JSON.stringify(some));
      }
    } catch {
      // Pages ask again by themselves after a while.
    }
  }
}
