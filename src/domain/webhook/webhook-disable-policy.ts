// Policy for failing endpoints: when to warn the account, and when to disable the endpoint.

export interface EndpointFailures {
  /** Time of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly failuresInARow: number;
  /** Days of failure that the account was last warned about; 0 for none. */
  readonly warnedDays: number;
}

export type DisableDecision =
  | { readonly kind: 'disable' }
  | { readonly kind: 'warn'; readonly days: number }
  | null;

const DAY_MS = 24 * 60 * 60 * 1000;
const WARNED_AFTER_DAYS = [3, 1];
const DISABLED_AFTER_DAYS = 5;
/** Minimum number of failures, so that an endpoint with few events is not disabled after a few attempts. */
const DISABLED_AFTER_FAILURES = 20;

export function decideDisabling(record: EndpointFailures, nowMs: number): DisableDecision {
  if (record.failingSinceMs === null) return null;
  const days = (nowMs - record.failingSinceMs) / DAY_MS;
  if (days >= DISABLED_AFTER_DAYS && record.failuresInARow >= DISABLED_AFTER_FAILURES)
    return { kind: 'disable' };
  const due = WARNED_AFTER_DAYS.find((warning) => days >= warning);
  return due !== undefined && due > record.warnedDays ? { kind: 'warn', days: due } : null;
}
