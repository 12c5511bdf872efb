// Polls until a condition holds.
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './scale.ts';

/** Waits grow: most conditions hold soon, and frequent polling slows down what is awaited. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

/** Resolves to the first result of `read` for which `isDone` returns true. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(1.5 * waitMs, LONGEST_WAIT_MS)) {
    const result = await read();
    if (isDone(result)) return result;
    if (performance.now() > deadline)
      throw new Error(`condition not met within ${withinMs} ms; last result: ${JSON.stringify(result)}`);
    await delay(waitMs);
  }
}
