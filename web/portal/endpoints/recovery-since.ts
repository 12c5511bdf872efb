// From when on to recover: times that suggest themselves, or one that the reader chose. What the receiver has taken is
// never sent again, so each suggestion reaches back far enough to leave nothing out.
import type { PortalEndpoint } from '../../../src/features/webhooks/portal-wire.ts';
import type { Option } from '../../ui/select.tsx';

export interface Since {
  /** An instant, a span such as `24h`, or `custom`. */
  readonly preset: string;
  /** Local time, as the browser's field gives it. */
  readonly custom: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const spans: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** An event happens a little before its first attempt fails. */
const BEFORE_FAILING_MS = 10 * MINUTE_MS;
/** Waits between tries are drawn out by up to a fifth. */
const STRETCH = 1.2;

/** What was being retried when the endpoint was disabled may be as old as all retries take. */
export function beforeDisabling(disabledAt: string, retrySeconds: readonly number[]): string {
  const spanMs = 1000 * STRETCH * retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  return new Date(Date.parse(disabledAt) - spanMs - BEFORE_FAILING_MS).toISOString();
}

/** The most likely first. `asked` came with the link that led here. */
export function presets(
  { disabled_at, failing_since }: Pick<PortalEndpoint, 'disabled_at' | 'failing_since'>,
  asked: string | null,
  retrySeconds: readonly number[],
): readonly Option[] {
  const disabled = isInstant(asked) ? asked : disabled_at && beforeDisabling(disabled_at, retrySeconds);
  const failing = failing_since && new Date(Date.parse(failing_since) - BEFORE_FAILING_MS).toISOString();
  return [
    ...(disabled === null ? [] : [{ value: disabled, label: 'It was disabled, and what was waiting then' }]),
    ...(failing === null ? [] : [{ value: failing, label: 'It began to fail' }]),
    { value: '1h', label: 'An hour ago' },
    { value: '24h', label: 'A day ago' },
    { value: '7d', label: 'A week ago' },
  ];
}

function isInstant(text: string | null): text is string {
  return text !== null && !Number.isNaN(Date.parse(text));
}

/** null while the reader has not finished choosing. Nothing older than `keptDays` is kept. */
export function sinceInstant({ preset, custom }: Since, nowMs: number, keptDays: number): string | null {
  const span = spans[preset];
  const text = preset === 'custom' ? custom : preset;
  const chosenMs = span === undefined ? Date.parse(text) : nowMs - span;
  if (Number.isNaN(chosenMs)) return null;
  // A minute short of it, for the clock of the reader need not be ours.
  const oldestMs = nowMs - keptDays * 24 * HOUR_MS + MINUTE_MS;
  return new Date(preset === 'custom' ? chosenMs : Math.max(chosenMs, oldestMs)).toISOString();
}
