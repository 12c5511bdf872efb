// Polls until a condition holds.
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './scale.ts';

const LOOK_EVERY_MS = 50;

/** Resolves to the first result of `look` for which `isIt` returns true. */
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
