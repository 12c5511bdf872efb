// Takes connections from a pool, and reports how long work waited for them: a pool that is too small, or connections
// held for too long, otherwise look like a slow database.
import type { Pool, PoolClient } from 'pg';

const observers = new WeakMap<Pool, (seconds: number) => void>();

/** Called with every wait for a connection while none was idle, including the time to open a new one. */
export function observeWaits(pool: Pool, observer: (seconds: number) => void): void {
  observers.set(pool, observer);
}

export async function takeConnection(pool: Pool): Promise<PoolClient> {
  const observer = observers.get(pool);
  // Not measured with an idle connection: reading clocks and counters would cost more than taking it.
  if (!observer || pool.idleCount > 0) return pool.connect();
  const startedAtMs = performance.now();
  try {
    return await pool.connect();
  } finally {
    observer((performance.now() - startedAtMs) / 1_000);
  }
}
