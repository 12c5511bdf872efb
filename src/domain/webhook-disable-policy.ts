// When an endpoint that keeps failing is spoken of, and when it is given up.

export interface FailingRecord {
  /** The first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly failuresInARow: number;
  /** The account was warned of this many days. */
  readonly warnedDays: number;
}

export type FailingVerdict =
  | { readonly kind: 'disable' }
  | { readonly kind: 'warn'; readonly days: number }
  | null;

const DAY_MS = 24 * 60 * 60 * 1000;
const WARNED_AFTER_DAYS = [3, 1];
const DISABLED_AFTER_DAYS = 5;
/** An endpoint that is told little may not have had its chance. */
const DISABLED_AFTER_FAILURES = 20;

export function failingVerdict(record: FailingRecord, nowMs: number): FailingVerdict {
  if (record.failingSinceMs === null) return null;
  const days = (nowMs - record.failingSinceMs) / DAY_MS;
  if (days >= DISABLED_AFTER_DAYS && record.failuresInARow >= DISABLED_AFTER_FAILURES)
    return { kind: 'disable' };
  const due = WARNED_AFTER_DAYS.find((warning) => days >= warning);
  return due !== undefined && due > record.warnedDays ? { kind: 'warn', days: due } : null;
}
