// Rules for custom windows: they start in the future, at most `customMaxDays` ahead, and end after they start, at
// most 12 hours later. Opening hours and lead time do not apply.
import type { Result } from '../../lib/result.ts';
import type { WindowPolicy } from '../place/service-area.ts';

export interface CustomTimes {
  readonly startMs: number;
  readonly endMs: number;
}

export interface CustomWindowRequest {
  readonly fromMs: number;
  readonly toMs: number | undefined;
  /** Length if `toMs` is omitted: that of the policy for a new booking, one hour for a change. */
  readonly defaultLength: 'policy' | 'one_hour';
}

export interface CustomWindowFault {
  readonly kind: 'window_in_past' | 'window_too_far' | 'window_ends_too_early' | 'window_too_long';
  readonly param: 'arrival_window_from' | 'arrival_window_to';
  readonly message: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_LENGTH_HOURS = 12;

export function customWindowTimes(
  request: CustomWindowRequest,
  policy: Pick<WindowPolicy, 'lengthMinutes' | 'customMaxDays'>,
  nowMs: number,
): Result<CustomTimes, CustomWindowFault> {
  const lengthMs = request.defaultLength === 'policy' ? policy.lengthMinutes * MINUTE_MS : HOUR_MS;
  const times = { startMs: request.fromMs, endMs: request.toMs ?? request.fromMs + lengthMs };
  const faults = [...startFaults(times, policy.customMaxDays, nowMs), ...endFaults(times)];
  return faults.length === 0 ? { ok: true, value: times } : { ok: false, faults };
}

function startFaults({ startMs }: CustomTimes, maxDays: number, nowMs: number): CustomWindowFault[] {
  const param = 'arrival_window_from';
  if (startMs <= nowMs) return [{ kind: 'window_in_past', param, message: 'must be in the future' }];
  if (startMs <= nowMs + maxDays * DAY_MS) return [];
  return [{ kind: 'window_too_far', param, message: `must be at most ${maxDays} days ahead` }];
}

/** Checks of the end that need neither the current time nor the area. */
export function endFaults({ startMs, endMs }: CustomTimes): CustomWindowFault[] {
  const param = 'arrival_window_to';
  if (endMs <= startMs) {
    return [{ kind: 'window_ends_too_early', param, message: 'must be later than arrival_window_from' }];
  }
  if (endMs - startMs <= MAX_LENGTH_HOURS * HOUR_MS) return [];
  const message = `must be at most ${MAX_LENGTH_HOURS} hours after arrival_window_from`;
  return [{ kind: 'window_too_long', param, message }];
}
