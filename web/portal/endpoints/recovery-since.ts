// Start time of a recovery: suggestions, or a custom time. Suggestions reach back generously, which is safe because
// deliveries that succeeded are never sent again.

import type { Option } from '../../ui/select.tsx';
import type { PortalEndpoint } from '../api.generated.ts';

export interface Since {
  /** ISO 8601 instant, a span such as `24h`, or `custom`. */
  readonly preset: string;
  /** Local time from the `datetime-local` field. */
  readonly custom: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const spans: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** Margin for the time between an event and the failure of its first attempt. */
const BEFORE_FAILING_MS = 10 * MINUTE_MS;
/** Retry delays have a jitter of up to 20 %. */
const JITTER_FACTOR = 1.2;

/** Earliest event that could still be retried at the time of disabling: the sum of all retry delays before it. */
export function recoveryStartForDisabled(disabledAt: string, retrySeconds: readonly number[]): string {
  const spanMs = 1000 * JITTER_FACTOR * retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  return new Date(Date.parse(disabledAt) - spanMs - BEFORE_FAILING_MS).toISOString();
}

/** Most likely suggestion first. `asked` is the `since` parameter of the URL. */
export function presets(
  { disabled_at, failing_since }: Pick<PortalEndpoint, 'disabled_at' | 'failing_since'>,
  asked: string | null,
  retrySeconds: readonly number[],
): readonly Option[] {
  const disabled = isInstant(asked)
    ? asked
    : disabled_at && recoveryStartForDisabled(disabled_at, retrySeconds);
  const failing = failing_since && new Date(Date.parse(failing_since) - BEFORE_FAILING_MS).toISOString();
  return [
    ...(disabled === null
      ? []
      : [{ value: disabled, label: 'It was disabled, including retries pending then' }]),
    ...(failing === null ? [] : [{ value: failing, label: 'It started failing' }]),
    { value: '1h', label: '1 hour ago' },
    { value: '24h', label: '1 day ago' },
    { value: '7d', label: '1 week ago' },
  ];
}

function isInstant(text: string | null): text is string {
  return text !== null && !Number.isNaN(Date.parse(text));
}

/** null while the custom time is incomplete. Suggestions are limited to the retention of `keptDays`. */
export function sinceInstant({ preset, custom }: Since, nowMs: number, keptDays: number): string | null {
  const span = spans[preset];
  const text = preset === 'custom' ? custom : preset;
  const chosenMs = span === undefined ? Date.parse(text) : nowMs - span;
  if (Number.isNaN(chosenMs)) return null;
  // One minute less, because the clock of the browser may differ from the server's.
  const oldestMs = nowMs - keptDays * 24 * HOUR_MS + MINUTE_MS;
  return new Date(preset === 'custom' ? chosenMs : Math.max(chosenMs, oldestMs)).toISOString();
}
