// Partners that book continuously, with one idempotency key per booking, and retry at the next URL if there is no
// response.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { PATIENCE_MS, rounds } from './scale.ts';

const retryTimeoutMs = 2 * PATIENCE_MS;
/** Within the 14 days that can be booked; the capacity of an hour is 1000. */
const HOURS = 300;
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

export interface RetryingPartners {
  /** Idempotency keys of acknowledged bookings, with the booking ids. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Number of bookings by number of attempts. */
  readonly attempts: ReadonlyMap<number, number>;
  /** Resolves when `count` more bookings have been acknowledged. */
  untilMore(count: number): Promise<void>;
  stop(): Promise<void>;
}

export function startRetryingPartners(
  partner: ApiClient,
  addresses: () => readonly string[],
  // Small pauses between bookings in `npm test`; `npm run faults` has the machine to itself.
  { count = rounds(2, 8), retryAfterMs = 0, pauseMs = rounds(20, 0) } = {},
): RetryingPartners {
  const acknowledged = new Map<string, string>();
  const attempts = new Map<number, number>();
  let [running, next] = [true, 0];
  const book = async (number: number): Promise<void> => {
    const order = {
      stops,
      product: 'van',
      arrival_window_from: new Date(
        Math.ceil(Date.now() / 3.6e6) * 3.6e6 + (24 + (number % HOURS)) * 3.6e6,
      ).toISOString(),
      order_number: `booking-${number}`,
    };
    const headers = { 'idempotency-key': `booking-${number}` };
    const deadline = performance.now() + retryTimeoutMs;
    for (let attempt = 1; performance.now() < deadline; attempt++) {
      const choices = addresses();
      const address = choices[(number + attempt) % choices.length] ?? '';
      const response = await partner
        .at(address)
        .post('/bookings', order, { headers })
        .catch((error: unknown) => {
          if (!(error instanceof TypeError)) throw error;
          return null;
        });
      if (response && ![502, 503, 504].includes(response.status)) {
        expect(response.status, response.text).toBe(201);
        acknowledged.set(`booking-${number}`, response.body.id);
        attempts.set(attempt, (attempts.get(attempt) ?? 0) + 1);
        return;
      }
      await delay(retryAfterMs);
    }
    throw new Error(`booking-${number} got no response`);
  };
  const work = Promise.all(
    Array.from({ length: count }, async () => {
      while (running) {
        await book(next++);
        await delay(pauseMs);
      }
    }),
  );
  // Prevents an unhandled rejection: a failed booking is reported by the callers below that await `work`.
  work.catch(() => {});
  return {
    acknowledged,
    attempts,
    async untilMore(more) {
      const target = acknowledged.size + more;
      while (acknowledged.size < target) await Promise.race([delay(10), work]);
    },
    async stop() {
      running = false;
      await work;
    },
  };
}
