// Observes a server process, its PostgreSQL and the machine, once a second: scrapes the metrics of the process, samples
// wait events of PostgreSQL over a connection of its own, and reads counters of the Linux kernel.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import type { Conditions } from './slow-seconds.ts';

const everyMs = 1_000;
const postgresEveryMs = 50;
/** Resolution of `monitorEventLoopDelay`: an idle loop shows this delay. Also the default of prom-client. */
const resolutionMs = 10;

/**
 * Waits of statements, and the background processes that compete with them. `Client` and `Activity` are idle waits. A
 * statement without a wait event is using a core.
 */
const activityQuery = {
  name: 'activity',
  text: `
    select distinct case backend_type when 'client backend' then wait_event_type || ':' || wait_event else backend_type end
      as event
    from pg_stat_activity
    where pid <> pg_backend_pid()
      and case when backend_type = 'client backend' then state = 'active' and wait_event_type not in ('Client', 'Activity')
        else backend_type in ('checkpointer', 'autovacuum worker') and wait_event_type is distinct from 'Activity' end`,
};

export interface ObservedServer {
  readonly pid: number;
  readonly metricsUrl: string;
}

export class SoakRecorder {
  readonly conditions: Conditions[] = [];
  readonly #server: ObservedServer;
  readonly #database: Client;
  readonly #startedAtMs: number;
  readonly #clientDelay = monitorEventLoopDelay({ resolution: resolutionMs });
  #isRunning = true;
  #done: Promise<unknown> = Promise.resolve();
  #postgresMs: Record<string, number> = {};

  private constructor(server: ObservedServer, database: Client, startedAtMs: number) {
    this.#server = server;
    this.#database = database;
    this.#startedAtMs = startedAtMs;
  }

  /** `startedAtMs`: start of the run on the clock of `performance.now()`. */
  static async start(
    server: ObservedServer,
    connection: ConnectionOptions,
    startedAtMs: number,
  ): Promise<SoakRecorder> {
    const database = new Client({ ...connection, application_name: 'soak' });
    await database.connect();
    const recorder = new SoakRecorder(server, database, startedAtMs);
    recorder.#clientDelay.enable();
    recorder.#done = Promise.all([recorder.#recordConditions(), recorder.#samplePostgres()]);
    return recorder;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#done;
    this.#clientDelay.disable();
    await this.#database.end();
  }

  async #samplePostgres(): Promise<void> {
    let sampledAtMs = performance.now();
    while (this.#isRunning) {
      const { rows } = await this.#database.query<{ event: string }>(activityQuery);
      const sinceMs = performance.now() - sampledAtMs;
      sampledAtMs += sinceMs;
      for (const { event } of rows) this.#postgresMs[event] = (this.#postgresMs[event] ?? 0) + sinceMs;
      await delay(postgresEveryMs);
    }
  }

  async #recordConditions(): Promise<void> {
    let before = await this.#read();
    while (this.#isRunning) {
      await delay(everyMs);
      const after = await this.#read();
      this.conditions.push(conditionsBetween(before, after));
      before = after;
    }
  }

  async #read(): Promise<Reading> {
    const metrics = await (await fetch(this.#server.metricsUrl)).text();
    const clientDelayMs = Math.max(0, this.#clientDelay.max / 1e6 - resolutionMs);
    this.#clientDelay.reset();
    const postgresMs = this.#postgresMs;
    this.#postgresMs = {};
    return {
      atMs: performance.now() - this.#startedAtMs,
      metrics,
      postgresMs,
      clientDelayMs,
      ...readMachine(this.#server.pid),
    };
  }
}

interface MachineReading {
  readonly coreWaitMs: number;
  readonly stealMs: number;
  readonly cpuPressureMs: number;
  readonly ioPressureMs: number;
}

interface Reading extends MachineReading {
  readonly atMs: number;
  readonly metrics: string;
  readonly postgresMs: Readonly<Record<string, number>>;
  readonly clientDelayMs: number;
}

/** Counters since the start of the machine; zero where the kernel has none. */
function readMachine(serverPid: number): MachineReading {
  // The kernel counts in 1/100 s. Fields: user, nice, system, idle, iowait, irq, softirq, steal.
  const steal = Number(/^cpu +((?:\d+ ){7})(\d+)/.exec(readOrEmpty('/proc/stat'))?.[2] ?? 0) * 10;
  const pressure = (resource: string) =>
    Number(/^some .*total=(\d+)/m.exec(readOrEmpty(`/proc/pressure/${resource}`))?.[1] ?? 0) / 1_000;
  // Nanoseconds on a core, nanoseconds waiting for one, number of time slices; of the main thread.
  const schedule = readOrEmpty(`/proc/${serverPid}/schedstat`).split(' ');
  return {
    coreWaitMs: Number(schedule[1] ?? 0) / 1e6,
    stealMs: steal / cpus().length,
    cpuPressureMs: pressure('cpu'),
    ioPressureMs: pressure('io'),
  };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function conditionsBetween(before: Reading, after: Reading): Conditions {
  const grown = (name: string) => {
    const earlier = new Map(samplesOf(before.metrics, name));
    return samplesOf(after.metrics, name).map(([labels, value]): [string, number] => [
      labels,
      value - (earlier.get(labels) ?? 0),
    ]);
  };
  const [[, loopDelaySeconds] = ['', 0]] = samplesOf(after.metrics, 'nodejs_eventloop_lag_max_seconds');
  return {
    fromMs: before.atMs,
    untilMs: after.atMs,
    loopDelayMs: Math.max(0, loopDelaySeconds * 1_000 - resolutionMs),
    gcMs: Object.fromEntries(
      grown('nodejs_gc_duration_seconds_sum').map(([labels, seconds]) => [
        labelOf(labels, 'kind'),
        seconds * 1_000,
      ]),
    ),
    poolWaitMs: longestSeconds(grown('waybill_database_pool_wait_seconds_bucket')) * 1_000,
    postgresMs: after.postgresMs,
    coreWaitMs: after.coreWaitMs - before.coreWaitMs,
    stealMs: after.stealMs - before.stealMs,
    cpuPressureMs: after.cpuPressureMs - before.cpuPressureMs,
    ioPressureMs: after.ioPressureMs - before.ioPressureMs,
    clientDelayMs: after.clientDelayMs,
  };
}

/**
 * Upper bound of the longest new observation of a histogram. Buckets are cumulative and in ascending order for each
 * series: the bound of the last bucket that counts more than the one before it.
 */
function longestSeconds(newCounts: readonly [string, number][]): number {
  let longest = 0;
  let [previous, previousBound] = [0, 0];
  for (const [labels, count] of newCounts) {
    const bound = Number(labelOf(labels, 'le').replace('+Inf', 'Infinity'));
    if (bound < previousBound) previous = 0;
    // The last bucket has no bound.
    if (count > previous)
      longest = Math.max(longest, bound === Number.POSITIVE_INFINITY ? previousBound : bound);
    [previous, previousBound] = [count, bound];
  }
  return longest;
}

/** Values of one metric in Prometheus' text format, by their labels. */
function samplesOf(metrics: string, name: string): [string, number][] {
  return [...metrics.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(
    ([, labels = '', value]) => [labels, Number(value)],
  );
}

function labelOf(labels: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
}
