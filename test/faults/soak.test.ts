// Soak test: steady load, during which memory, open files and latency must not grow. 8 minutes at 60 requests per
// second in `npm run faults`, or as set by SOAK_MINUTES and SOAK_PER_SECOND: 30 and 140 create 50,000 bookings.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { measured } from '../support/fault-report-notes.ts';
import { freePort } from '../support/free-port.ts';
import { HeapInspector } from '../support/heap-inspector.ts';
import { enforcesTimeGoals, PATIENCE_MS, rounds } from '../support/scale.ts';

const SECONDS = rounds(4, 60 * Number(process.env['SOAK_MINUTES'] ?? 8));
const SAMPLES = rounds(4, 24);
const PER_SECOND = rounds(20, Number(process.env['SOAK_PER_SECOND'] ?? 60));
const CONCURRENCY = rounds(2, 64);
const isFull = rounds(0, 1) === 1;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 ** 2;

interface Sample {
  readonly atSeconds: number;
  readonly heap: number;
  readonly resident: number;
  /** Without the connections of partners, whose number depends on concurrency. */
  readonly files: number;
}

describe('sustained load', () => {
  let servers: BookingServers;
  let inspector: HeapInspector;
  beforeAll(async () => {
    const port = await freePort();
    servers = await startBookingServers(1, {}, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    inspector = await HeapInspector.connect(port);
  });
  afterAll(async () => {
    inspector?.close();
    await servers?.close();
  });

  const pid = () => servers.servers[0]?.child.pid;
  /** Without /proc, these are not checked. */
  const fromProc = (read: () => number) => (process.platform === 'linux' ? read() : 0);
  const resident = () =>
    fromProc(() => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024);
  const files = () => fromProc(() => readdirSync(`/proc/${pid()}/fd`).length - partnersConnections());
  const partnersConnections = () => {
    const port = Number(new URL(servers.servers[0]?.production ?? '').port);
    const established = new RegExp(
      `^ +\\d+: [0-9A-F]+:${port.toString(16).padStart(4, '0').toUpperCase()} \\S+ 01 `,
      'gm',
    );
    return readFileSync('/proc/net/tcp', 'utf8').match(established)?.length ?? 0;
  };

  it(
    'does not increase memory, open files or latency',
    async () => {
      const partner = await servers.partner();
      const firstHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
      const latencies: { atSeconds: number; millis: number }[] = [];
      const unexpected: string[] = [];
      const known: string[] = [];
      // Odd while a garbage collection is running, during which the process does not respond.
      let collections = 0;
      let [number, booked, running] = [0, 0, true];
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1_000;
      const callOnce = async (client: ApiClient, which: number) => {
        const [callStartedAt, collectionsBefore] = [performance.now(), collections];
        const id = known[which % Math.max(1, known.length)];
        const response = await work(client, which, id);
        if (collections === collectionsBefore && collections % 2 === 0)
          latencies.push({ atSeconds: seconds(), millis: performance.now() - callStartedAt });
        // On a shared machine, a request may wait too long for the database.
        if (response.status >= 500 && (enforcesTimeGoals || response.status !== 503))
          unexpected.push(response.text);
        if (response.status === 201) {
          booked += 1;
          known.push(response.body.id);
          if (known.length > 500) known.shift();
        }
      };
      const work = (client: ApiClient, which: number, id: string | undefined) => {
        if (id === undefined || which % 5 === 0) {
          const from = new Date(firstHour + (which % 300) * HOUR_MS).toISOString();
          const stops = [
            { location: '350 5th Ave, New York, NY 10118' },
            { location: '1 Main St, Brooklyn, NY 11201' },
          ];
          return client.post('/bookings', { stops, product: 'van', arrival_window_from: from });
        }
        if (which % 5 === 1) return client.patch(`/bookings/${id}`, { description: `Number ${which}` });
        if (which % 50 === 2) return client.post(`/bookings/${id}/cancel`);
        return which % 5 === 2 ? client.get('/bookings?limit=20') : client.get(`/bookings/${id}`);
      };
      /** Steady rate, independent of response times. */
      const pace = (async () => {
        const inFlight = new Set<Promise<void>>();
        while (running) {
          const call = callOnce(partner, number++).finally(() => inFlight.delete(call));
          inFlight.add(call);
          if (inFlight.size >= CONCURRENCY) await Promise.race(inFlight);
          const next = startedAt + (number * 1_000) / PER_SECOND;
          await delay(Math.max(0, next - performance.now()));
        }
        await Promise.all(inFlight);
      })();
      const samples: Sample[] = [];
      for (let sample = 1; sample <= SAMPLES; sample += 1) {
        await delay(Math.max(0, startedAt + (sample * SECONDS * 1_000) / SAMPLES - performance.now()));
        collections += 1;
        const heap = await inspector.heapBytes();
        collections += 1;
        samples.push({ atSeconds: seconds(), heap, resident: resident(), files: files() });
      }
      running = false;
      await pace;
      const slope = slopeOf(samples.slice(Math.floor(SAMPLES / 4))) * 600;
      const [first, last] = [quarter(latencies, 0, 0.25), quarter(latencies, 0.75, 1)];
      const maxResident = Math.max(...samples.map((each) => each.resident));
      measured(
        `${(SECONDS / 60).toFixed(1)} min, ${number} requests, ${booked} of them bookings: heap ${((samples.at(-1)?.heap ?? 0) / MEGABYTE).toFixed(1)} MB at the end, ${(slope / MEGABYTE).toFixed(2)} MB growth in 10 min, at most ${maxResident.toFixed(0)} MB resident, ${samples[0]?.files} to ${samples.at(-1)?.files} open files beside connections of partners, p99 ${first.toFixed(0)} ms in the first quarter, ${last.toFixed(0)} ms in the last`,
      );
      expect(unexpected.slice(0, 3)).toEqual([]);
      expect(maxResident).toBeLessThan(350);
      if (!isFull) return;
      // Latencies below 50 ms may vary.
      if (enforcesTimeGoals) expect(last).toBeLessThan(Math.max(1.3 * first, 50));
      expect(slope / MEGABYTE).toBeLessThan(2);
      expect((samples.at(-1)?.files ?? 0) - (samples[Math.floor(SAMPLES / 4)]?.files ?? 0)).toBeLessThan(10);
      // Own timeout: the requested duration plus some time.
    },
    SECONDS * 1_000 + 5 * PATIENCE_MS,
  );
});

/** Least squares, in bytes per second. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ atSeconds }) => atSeconds)), mean(samples.map(({ heap }) => heap))];
  const above = samples.reduce((sum, { atSeconds, heap }) => sum + (atSeconds - x) * (heap - y), 0);
  return above / samples.reduce((sum, { atSeconds }) => sum + (atSeconds - x) ** 2, 0);
}

/** 99th percentile of a part of the run. */
function quarter(
  latencies: readonly { atSeconds: number; millis: number }[],
  from: number,
  to: number,
): number {
  const part = latencies
    .filter(({ atSeconds }) => atSeconds >= from * SECONDS && atSeconds <= to * SECONDS)
    .map(({ millis }) => millis)
    .toSorted((a, b) => a - b);
  return part[Math.floor(part.length * 0.99)] ?? 0;
}
