// What the log of deliveries is narrowed to, as it stands in the address of the page.

export interface DeliveryFilters {
  readonly endpoint?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly search?: string | undefined;
  /** A span such as `24h`, or `custom`. */
  readonly time?: string | undefined;
  /** Local times, as the browser's fields give them; only with `custom`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const names = ['endpoint', 'status', 'type', 'search', 'time', 'from', 'to'] as const;

export function readFilters(params: URLSearchParams): DeliveryFilters {
  const given = names.map((name) => [name, params.get(name)?.trim() || undefined] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Without what is empty, so that addresses stay short. */
export function writeFilters(filters: DeliveryFilters): URLSearchParams {
  const isCustom = filters.time === 'custom';
  const given = names.flatMap((name) => {
    const value = filters[name];
    const isKept = value !== undefined && value !== '' && (isCustom || (name !== 'from' && name !== 'to'));
    return isKept ? [[name, value]] : [];
  });
  return new URLSearchParams(given);
}

const HOUR_MS = 60 * 60_000;
const spans: Readonly<Record<string, number>> = {
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
  { value: 'custom', label: 'From … to …' },
];

interface TimeBounds {
  readonly from?: string;
  readonly to?: string;
}

/** As instants, for the API. */
export function timeBounds({ time, from, to }: DeliveryFilters, nowMs: number): TimeBounds {
  const span = spans[time ?? ''];
  if (span !== undefined) return { from: new Date(nowMs - span).toISOString() };
  if (time !== 'custom') return {};
  return { ...instant('from', from), ...instant('to', to) };
}

function instant(name: 'from' | 'to', local: string | undefined): TimeBounds {
  const ms = Date.parse(local ?? '');
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}
