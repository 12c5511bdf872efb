// Label of a crew's current or next shift, in the browser's time zone.

interface Shift {
  readonly starts_at: string;
  readonly ends_at: string;
}

const time = { hour: 'numeric', minute: '2-digit' } as const;
const clock = new Intl.DateTimeFormat('en-US', time);
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

export function formatShift(shift: Shift | null, nowMs: number): string {
  if (shift === null) return 'No shift ahead';
  const [startMs, endMs] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)];
  if (startMs <= nowMs) return `On shift until ${sayMoment(endMs, nowMs)}`;
  const ends = day.format(endMs) === day.format(startMs) ? clock.format(endMs) : sayMoment(endMs, nowMs);
  return `Next shift ${sayMoment(startMs, nowMs)} – ${ends}`;
}

/** Time of day, with the day if it is not today. */
function sayMoment(atMs: number, nowMs: number): string {
  const isToday = day.format(atMs) === day.format(nowMs);
  return isToday ? clock.format(atMs) : `${day.format(atMs)}, ${clock.format(atMs)}`;
}
