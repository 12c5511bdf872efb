// Time filter of a log: its representation in the URL of the page and in the API query.

export interface TimeFilter {
  /** Predefined span such as `24h`, or `custom`. */
  readonly time?: string | undefined;
  /** Local times from `datetime-local` fields; used with `custom` only. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const HOUR_MS = 60 * 60_000;
const spansMs: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
};

export const timeOptions = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'custom', label: 'Custom range' },
];

interface TimeBounds {
  readonly from?: string;
  readonly to?: string;
}

/** Bounds as ISO 8601 instants, for the API. */
export function timeBounds({ time, from, to }: TimeFilter, nowMs: number): TimeBounds {
  const span = spansMs[time ?? ''];
  if (span !== undefined) return { from: new Date(nowMs - span).toISOString() };
  if (time !== 'custom') return {};
  return { ...instant('from', from), ...instant('to', to) };
}

function instant(name: 'from' | 'to', local: string | undefined): TimeBounds {
  const ms = Date.parse(local ?? '');
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

/** Reads the filters from the URL and drops empty values. */
export function readFilterParams<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const entries = names.map((name) => [name, params.get(name)?.trim() || undefined] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<
    Record<Name, string>
  >;
}

/** Writes the filters to the URL without empty values, and without `from` and `to` unless `time` is `custom`. */
export function writeFilterParams<Name extends string>(
  filters: Readonly<Partial<Record<Name, string | undefined>>> & TimeFilter,
  names: readonly Name[],
): URLSearchParams {
  const isCustom = filters.time === 'custom';
  const entries = names.flatMap((name) => {
    const value = filters[name];
    const isIncluded =
      value !== undefined && value !== '' && (isCustom || (name !== 'from' && name !== 'to'));
    return isIncluded ? [[name, value]] : [];
  });
  return new URLSearchParams(entries);
}
