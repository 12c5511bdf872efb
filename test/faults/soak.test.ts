// Soak test: steady load, during which memory, open files and latency must not grow. 8 minutes at 60 requests per
// second in `npm run faults`, or as set by SOAK_MINUTES and SOAK_PER_SECOND: 30 and 140 create 50,000 bookings. Reports
// for each slow second what the server, PostgreSQL and the machine did in it.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percentile } from '../../bench/support/statistics.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { enableDurability } from '../support/durable-postgres.ts';
import { measured } from '../support/fault-report-notes.ts';
import { freePort } from '../support/free-port.ts';
import { HeapInspector } from '../support/heap-inspector.ts';
import { enforcesTimeGoals, PATIENCE_MS, rounds } from '../support/scale.ts';
import { describeSlowSecond, durationOf, explainSlowSeconds, summarize } from '../support/slow-seconds.ts';
import { ServerTimes, SoakLoad } from '../support/soak-load.ts';
import { SoakRecorder } from '../support/soak-recorder.ts';

const SECONDS = rounds(4, 60 * Number(process.env['SOAK_MINUTES'] ?? 8));
/** Not measured: V8 compiles the code of a booking during the first thousands. */
const WARM_UP_SECONDS = rounds(0, 60);
const SAMPLES = rounds(4, 24);
const PER_SECOND = rounds(20, Number(process.env['SOAK_PER_SECOND'] ?? 60));
const CONCURRENCY = rounds(2, 64);
/** The test forces garbage collections; requests this close to one are not measured, because they queue behind it. */
const COLLECTION_MARGIN_MS = rounds(0, 1_000);
const isFull = rounds(0, 1) === 1;
const MEGABYTE = 1024 ** 2;

interface Sample {
  readonly atSeconds: number;
  readonly heap: number;
  readonly resident: number;
  /** Without the connections of partners, whose number depends on concurrency. */
  readonly files: number;
}

interface Span {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

describe('sustained load', () => {
  let servers: BookingServers;
  let inspector: HeapInspector;
  let metricsUrl: string;
  let disableDurability: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const [inspectorPort, metricsPort] = [await freePort(), await freePort()];
    servers = await startBookingServers(
      1,
      {},
      {
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
        METRICS_PORT: String(metricsPort),
        LOG_LEVEL: 'info',
      },
    );
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    inspector = await HeapInspector.connect(inspectorPort);
    if (isFull) disableDurability = await enableDurability(servers.connection);
  });
  afterAll(async () => {
    inspector?.close();
    await disableDurability?.();
    await servers?.close();
  });

  const server = () => {
    const [only] = servers.servers;
    if (!only) throw new Error('the server did not start');
    return only;
  };
  /** Without /proc, these are not checked. */
  const fromProc = (read: (pid: number) => number) =>
    process.platform === 'linux' ? read(server().child.pid ?? 0) : 0;
  const resident = () =>
    fromProc((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  const files = () => fromProc((pid) => readdirSync(`/proc/${pid}/fd`).length - partnersConnections());
  const partnersConnections = () => {
    const port = Number(new URL(server().production).port);
    const established = new RegExp(
      `^ +\\d+: [0-9A-F]+:${port.toString(16).padStart(4, '0').toUpperCase()} \\S+ 01 `,
      'gm',
    );
    return readFileSync('/proc/net/tcp', 'utf8').match(established)?.length ?? 0;
  };

  it(
    'does not increase memory, open files or latency',
    async () => {
      const load = new SoakLoad(await servers.partner(), { perSecond: PER_SECOND, concurrency: CONCURRENCY });
      const serverTimes = new ServerTimes(server().child);
      const startedAtMs = performance.now();
      const sinceStartMs = () => performance.now() - startedAtMs;
      const recorder = await SoakRecorder.start(
        { pid: server().child.pid ?? 0, metricsUrl },
        servers.connection,
        startedAtMs,
      );
      load.start(startedAtMs);
      const samples: Sample[] = [];
      const forced: Span[] = [];
      for (let sample = 1; sample <= SAMPLES; sample += 1) {
        const dueMs = (WARM_UP_SECONDS + (sample * SECONDS) / SAMPLES) * 1_000;
        await delay(Math.max(0, dueMs - sinceStartMs()));
        const collectionStartedAtMs = sinceStartMs();
        const heap = await inspector.heapBytes();
        forced.push({
          startedAtMs: collectionStartedAtMs - COLLECTION_MARGIN_MS,
          endedAtMs: sinceStartMs() + COLLECTION_MARGIN_MS,
        });
        samples.push({ atSeconds: sinceStartMs() / 1_000, heap, resident: resident(), files: files() });
      }
      await load.stop();
      await recorder.stop();

      const requests = load
        .requests(serverTimes)
        .filter(
          (each) =>
            each.startedAtMs >= WARM_UP_SECONDS * 1_000 && !forced.some((span) => overlap(each, span)),
        );
      const p99 = (from: number, to: number) => {
        const at = (share: number) => (WARM_UP_SECONDS + share * SECONDS) * 1_000;
        const part = requests.filter(({ startedAtMs: start }) => start >= at(from) && start < at(to));
        return part.length > 0 ? percentile(part.map(durationOf), 0.99) : 0;
      };
      const [first, last] = [p99(0, 0.25), p99(0.75, 1)];
      // Delays of the process by a forced collection explain nothing.
      const conditions = recorder.conditions.map((each) =>
        forced.some((span) => overlap({ startedAtMs: each.fromMs, endedAtMs: each.untilMs }, span))
          ? { ...each, gcMs: {}, loopDelayMs: 0 }
          : each,
      );
      const slowSeconds = explainSlowSeconds(requests, conditions);
      const slope = slopeOf(samples.slice(Math.floor(SAMPLES / 4))) * 600;
      const maxResident = Math.max(...samples.map((each) => each.resident));
      for (const each of slowSeconds) console.info(describeSlowSecond(each));
      measured(
        `${(SECONDS / 60).toFixed(1)} min, ${load.sent} requests, ${load.booked} of them bookings: heap ${((samples.at(-1)?.heap ?? 0) / MEGABYTE).toFixed(1)} MB at the end, ${(slope / MEGABYTE).toFixed(2)} MB growth in 10 min, at most ${maxResident.toFixed(0)} MB resident, ${samples[0]?.files} to ${samples.at(-1)?.files} open files beside connections of partners, p99 ${first.toFixed(1)} ms in the first quarter, ${last.toFixed(1)} ms in the last (${(last / first).toFixed(2)}), ${summarize(slowSeconds)}`,
      );

      // On a shared machine, a request may wait too long for the database.
      const unexpected = load.failures.filter(({ status }) => enforcesTimeGoals || status !== 503);
      expect(unexpected.slice(0, 3)).toEqual([]);
      expect(recorder.conditions.length).toBeGreaterThan(0);
      expect(requests.every(({ serverMs }) => serverMs !== null)).toBe(true);
      expect(maxResident).toBeLessThan(350);
      if (!isFull) return;
      if (enforcesTimeGoals) expect(last / first).toBeLessThanOrEqual(1.5);
      expect(slope / MEGABYTE).toBeLessThan(2);
      expect((samples.at(-1)?.files ?? 0) - (samples[Math.floor(SAMPLES / 4)]?.files ?? 0)).toBeLessThan(10);
      // Own timeout: the requested duration plus some time.
    },
    (WARM_UP_SECONDS + SECONDS) * 1_000 + 5 * PATIENCE_MS,
  );
});

function overlap(one: Span, other: Span): boolean {
  return one.startedAtMs <= other.endedAtMs && other.startedAtMs <= one.endedAtMs;
}

/** Least squares, in bytes per second. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ atSeconds }) => atSeconds)), mean(samples.map(({ heap }) => heap))];
  const above = samples.reduce((sum, { atSeconds, heap }) => sum + (atSeconds - x) * (heap - y), 0);
  return above / samples.reduce((sum, { atSeconds }) => sum + (atSeconds - x) ** 2, 0);
}
