// Aggregates a batch of attempts per endpoint: changes of its health, and its hourly statistics. Test events count in
// neither.
import { DURATION_BUCKETS, durationBucketOf } from '../duration-buckets.ts';
import type { AttemptRecord } from './attempt-record.ts';

export interface HealthTally {
  readonly endpoint_id: string;
  readonly account_id: string;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  /** Failures since the last success in the batch, or all if there was none. Manual attempts do not count. */
  failures: number;
  failing_since: Date | null;
}

export interface HourTally {
  readonly endpoint_id: string;
  readonly account_id: string;
  readonly hour: Date;
  succeeded: number;
  failed: number;
  readonly duration_counts: number[];
}

const HOUR_MS = 3_600_000;

export function tallyHealth(records: readonly AttemptRecord[]): HealthTally[] {
  const tallies = new Map<string, HealthTally>();
  for (const { endpoint_id, account_id, outcome, manual, test, finished_at } of records) {
    if (test) continue;
    const tally = tallies.get(endpoint_id) ?? {
      endpoint_id,
      account_id,
      last_success_at: null,
      last_failure_at: null,
      failures: 0,
      failing_since: null,
    };
    tallies.set(endpoint_id, tally);
    if (outcome === 'ok') {
      Object.assign(tally, { last_success_at: finished_at, failures: 0, failing_since: null });
    } else {
      tally.last_failure_at = finished_at;
      if (manual) continue;
      tally.failures += 1;
      tally.failing_since ??= finished_at;
    }
  }
  return sortByKey(tallies);
}

export function tallyHours(records: readonly AttemptRecord[]): HourTally[] {
  const tallies = new Map<string, HourTally>();
  for (const { endpoint_id, account_id, outcome, test, started_at, duration_ms } of records) {
    if (test) continue;
    const hour = new Date(Math.floor(started_at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${endpoint_id} ${hour.getTime()}`;
    const tally = tallies.get(key) ?? {
      endpoint_id,
      account_id,
      hour,
      succeeded: 0,
      failed: 0,
      duration_counts: Array.from({ length: DURATION_BUCKETS }, () => 0),
    };
    tallies.set(key, tally);
    if (outcome === 'ok') tally.succeeded += 1;
    else tally.failed += 1;
    const bucket = durationBucketOf(duration_ms);
    tally.duration_counts[bucket] = (tally.duration_counts[bucket] ?? 0) + 1;
  }
  return sortByKey(tallies);
}

/** Sorted by key, so that all processes lock rows in the same order and cannot deadlock. */
function sortByKey<Tally>(tallies: ReadonlyMap<string, Tally>): Tally[] {
  return [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
}
