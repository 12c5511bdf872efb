// Label of a crew's current or next shift, in the browser's time zone.

interface Shift {
  readonly starts_at: string;
  readonly ends_at: string;
}

const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;
const timeFormat = new Intl.DateTimeFormat('en-US', timeOptions);
const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

export function formatShift(shift: Shift | null, nowMs: number): string {
  if (shift === null) return 'No upcoming shift';
  const [startMs, endMs] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)];
  if (startMs <= nowMs) return `On shift until ${formatInstant(endMs, nowMs)}`;
  const ends =
    dayFormat.format(endMs) === dayFormat.format(startMs)
      ? timeFormat.format(endMs)
      : formatInstant(endMs, nowMs);
  return `Next shift ${formatInstant(startMs, nowMs)} – ${ends}`;
}

/** Time of day, with the day if it is not today. */
function formatInstant(atMs: number, nowMs: number): string {
  const isToday = dayFormat.format(atMs) === dayFormat.format(nowMs);
  return isToday ? timeFormat.format(atMs) : `${dayFormat.format(atMs)}, ${timeFormat.format(atMs)}`;
}
