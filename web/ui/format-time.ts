// Formats times and durations. Relative times are in English; absolute times use the browser's locale and time zone.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const units = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** For example "3m ago" or "in 2h". */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  if (Math.abs(distance) < 5 * SECOND) return distance > 0 ? 'in a moment' : 'just now';
  const [unit, size] = units.find(([, length]) => Math.abs(distance) >= length) ?? units[3];
  return relative.format(Math.trunc(distance / size), unit);
}

const exact = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

export function formatExactTime(atMs: number): string {
  return exact.format(atMs);
}

const minute = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Without year and seconds, for times within a few days. */
export function formatShortDateTime(atMs: number): string {
  return minute.format(atMs);
}

const span = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
  ['s', SECOND],
] as const;

/** The two largest units, for example "2 d 4 h" or "12 min 5 s". */
export function formatDuration(ms: number): string {
  let rest = Math.max(0, ms);
  const parts: string[] = [];
  for (const [name, size] of span) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0) parts.push(`${count} ${name}`);
    if (parts.length === 2) break;
  }
  return parts.filter((part) => !part.startsWith('0 ')).join(' ') || '0 s';
}

/** Latency, for example "84 ms" or "1.2 s". */
export function formatMilliseconds(ms: number): string {
  return ms < SECOND ? `${Math.round(ms)} ms` : `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`;
}
