// From when on to recover: times that suggest themselves, or one that the reader chose.
import type { PortalEndpoint } from '../../../src/features/webhooks/portal-wire.ts';
import type { Option } from '../../ui/select.tsx';

export interface Since {
  /** An instant, a span such as `24h`, or `custom`. */
  readonly preset: string;
  /** Local time, as the browser's field gives it. */
  readonly custom: string;
}

const HOUR_MS = 60 * 60_000;
const spans: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** The most likely first. `asked` came with the link that led here. */
export function presets(
  { disabled_at, failing_since }: Pick<PortalEndpoint, 'disabled_at' | 'failing_since'>,
  asked: string | null,
): readonly Option[] {
  return [
    ...(isInstant(asked) ? [{ value: asked, label: 'It was disabled' }] : []),
    ...(disabled_at !== null && disabled_at !== asked
      ? [{ value: disabled_at, label: 'It was disabled' }]
      : []),
    ...(failing_since === null ? [] : [{ value: failing_since, label: 'It began to fail' }]),
    { value: '1h', label: 'An hour ago' },
    { value: '24h', label: 'A day ago' },
    { value: '7d', label: 'A week ago' },
  ];
}

function isInstant(text: string | null): text is string {
  return text !== null && !Number.isNaN(Date.parse(text));
}

/** null while the reader has not finished choosing. */
export function sinceInstant({ preset, custom }: Since, nowMs: number): string | null {
  const span = spans[preset];
  if (span !== undefined) return new Date(nowMs - span).toISOString();
  const text = preset === 'custom' ? custom : preset;
  return isInstant(text) ? new Date(text).toISOString() : null;
}
