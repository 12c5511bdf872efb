// Polls until a condition holds.
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './scale.ts';

const POLL_MS = 50;

/** Resolves to the first result of `read` for which `isDone` returns true. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const result = await read();
    if (isDone(result)) return result;
    if (performance.now() > deadline)
      throw new Error(`condition not met within ${withinMs} ms; last result: ${JSON.stringify(result)}`);
    await delay(POLL_MS);
  }
}
