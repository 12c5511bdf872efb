// Explains slow requests of a soak test by what the processes and the machine did in the same second.
import { percentile } from '../../bench/support/statistics.ts';

/** A request as its caller measured it. Times are milliseconds since the start of the run. */
export interface TimedRequest {
  readonly call: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Time from the arrival of the request to the end of the response, from the access log; null if not known. */
  readonly serverMs: number | null;
}

/** Observations over about one second. */
export interface Conditions {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Longest delay of a timer in the server process beyond its due time. */
  readonly loopDelayMs: number;
  /** Garbage collection of the server process, all pauses together, by kind. */
  readonly gcMs: Readonly<Record<string, number>>;
  /** Longest wait for a database connection while none was idle, rounded up to a bucket of the histogram. */
  readonly poolWaitMs: number;
  /**
   * PostgreSQL: milliseconds in which at least one statement waited, by wait event, and in which background processes
   * (checkpointer, autovacuum) were active. Sampled.
   */
  readonly postgresMs: Readonly<Record<string, number>>;
  /** Time that the main thread of the server was ready to run but had no core. */
  readonly coreWaitMs: number;
  /** CPU time that the hypervisor gave to other machines, per core. */
  readonly stealMs: number;
  /** Time in which at least one process waited for a core, and for the disk (Linux pressure stall information). */
  readonly cpuPressureMs: number;
  readonly ioPressureMs: number;
  /** As `loopDelayMs`, of the process that sends the requests. */
  readonly clientDelayMs: number;
}

export type CauseKind =
  | 'garbage collection'
  | 'event loop'
  | 'pool'
  | 'PostgreSQL'
  | 'machine'
  | 'client'
  | 'unexplained';

export interface Cause {
  readonly kind: CauseKind;
  /** The observation, with its amount. */
  readonly text: string;
}

export interface SlowSecond {
  readonly atSeconds: number;
  /** Number of slow requests that ended in this second. */
  readonly requests: number;
  readonly slowest: TimedRequest;
  readonly causes: readonly Cause[];
}

/** An observation explains a request if it accounts for at least this share of its delay. */
const explainingShare = 1 / 3;
/** Requests up to this factor of the median of their call are not slow. */
const usualFactor = 4;
const usualMs = 20;

export function explainSlowSeconds(
  requests: readonly TimedRequest[],
  conditions: readonly Conditions[],
): SlowSecond[] {
  const typicalMs = medianByCall(requests);
  const typical = ({ call }: TimedRequest) => typicalMs.get(call) ?? 0;
  const slow = requests.filter((each) => durationOf(each) > Math.max(usualMs, usualFactor * typical(each)));
  // Short waits for a core or the disk are normal while requests are served; only more than usual explains a delay.
  const events = new Set(conditions.flatMap(({ postgresMs }) => Object.keys(postgresMs)));
  const usual: UsualWaits = {
    coreWaitMs: medianOf(conditions.map(({ coreWaitMs }) => coreWaitMs)),
    cpuPressureMs: medianOf(conditions.map(({ cpuPressureMs }) => cpuPressureMs)),
    ioPressureMs: medianOf(conditions.map(({ ioPressureMs }) => ioPressureMs)),
    postgresMs: Object.fromEntries(
      [...events].map((event) => [
        event,
        medianOf(conditions.map(({ postgresMs }) => postgresMs[event] ?? 0)),
      ]),
    ),
  };
  const bySecond = groupBy(slow, ({ endedAtMs }) => Math.floor(endedAtMs / 1_000));
  return [...bySecond]
    .toSorted(([a], [b]) => a - b)
    .map(([atSeconds, group]) => {
      const slowest = group.reduce((worst, each) => (durationOf(each) > durationOf(worst) ? each : worst));
      const during = conditions.filter(
        ({ fromMs, untilMs }) => fromMs <= slowest.endedAtMs && untilMs >= slowest.startedAtMs,
      );
      const delayMs = durationOf(slowest) - typical(slowest);
      return {
        atSeconds,
        requests: group.length,
        slowest,
        causes: causesOf(during, delayMs * explainingShare, usual),
      };
    });
}

export function durationOf({ startedAtMs, endedAtMs }: TimedRequest): number {
  return endedAtMs - startedAtMs;
}

/** Medians of the run. */
type UsualWaits = Pick<Conditions, 'coreWaitMs' | 'cpuPressureMs' | 'ioPressureMs' | 'postgresMs'>;

function causesOf(during: readonly Conditions[], enoughMs: number, usual: UsualWaits): Cause[] {
  const most = (read: (conditions: Conditions) => number) => Math.max(0, ...during.map(read));
  const beyondUsual = (name: 'coreWaitMs' | 'cpuPressureMs' | 'ioPressureMs') =>
    most((each) => each[name] - usual[name]);
  const gcMs = most((each) => sumOf(Object.values(each.gcMs)));
  const waits = mergedMaximum(during.map(({ postgresMs }) => postgresMs));
  const ms = (amount: number) => `${amount.toFixed(0)} ms`;
  const observations: readonly (readonly [CauseKind, string, number])[] = [
    ['garbage collection', 'pauses', gcMs],
    // A collection and a missing core delay the loop too; they are named by themselves.
    ['event loop', 'delay', most(({ loopDelayMs, coreWaitMs }) => loopDelayMs - coreWaitMs) - gcMs],
    ['pool', 'wait of up to', most(({ poolWaitMs }) => poolWaitMs)],
    ...[...waits].map(
      ([event, amount]) => ['PostgreSQL', event, amount - (usual.postgresMs[event] ?? 0)] as const,
    ),
    ['machine', 'server without a core', beyondUsual('coreWaitMs')],
    ['machine', 'steal', most(({ stealMs }) => stealMs)],
    ['machine', 'CPU pressure', beyondUsual('cpuPressureMs')],
    ['machine', 'disk pressure', beyondUsual('ioPressureMs')],
    ['client', 'delay of the load generator', most(({ clientDelayMs }) => clientDelayMs)],
  ];
  const causes = observations
    .filter(([, , amount]) => amount >= enoughMs)
    .map(([kind, what, amount]) => ({ kind, text: `${what} ${ms(amount)}` }));
  return causes.length > 0 ? causes : [{ kind: 'unexplained', text: 'nothing was observed' }];
}

function mergedMaximum(all: readonly Readonly<Record<string, number>>[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const [event, amount] of all.flatMap((each) => Object.entries(each)))
    merged.set(event, Math.max(amount, merged.get(event) ?? 0));
  return merged;
}

function medianByCall(requests: readonly TimedRequest[]): Map<string, number> {
  return new Map(
    [...groupBy(requests, ({ call }) => call)].map(([call, group]) => [
      call,
      medianOf(group.map(durationOf)),
    ]),
  );
}

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function medianOf(values: readonly number[]): number {
  return values.length > 0 ? percentile(values, 0.5) : 0;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}

/** One sentence for the report: how many slow seconds have which cause. A second may have several. */
export function summarize(seconds: readonly SlowSecond[]): string {
  const kinds = seconds.flatMap(({ causes }) => [...new Set(causes.map(({ kind }) => kind))]);
  const counts = [...groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${kind} ${all.length}`);
  return `slow seconds: ${seconds.length}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`;
}

/** One line per slow second. */
export function describeSlowSecond({ atSeconds, requests, slowest, causes }: SlowSecond): string {
  const server = slowest.serverMs === null ? '' : `, ${slowest.serverMs.toFixed(0)} ms of it in the server`;
  const causeTexts = causes.map(({ kind, text }) => `${kind}: ${text}`).join('; ');
  return `second ${atSeconds}: ${requests} slow, ${slowest.call} ${durationOf(slowest).toFixed(0)} ms${server}; ${causeTexts}`;
}
