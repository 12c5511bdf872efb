// Waits for what happens elsewhere and tells nobody.
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './scale.ts';

const LOOK_EVERY_MS = 50;

/** What `look` sees, once `isIt` says so. */
export async function until<T>(
  look: () => Promise<T>,
  isIt: (seen: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isIt(seen)) return seen;
    if (performance.now() > giveUpAt)
      throw new Error(`not seen in ${withinMs} ms; last: ${JSON.stringify(seen)}`);
    await delay(LOOK_EVERY_MS);
  }
}
