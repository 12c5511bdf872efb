// A crew's shift in words, on this computer's clock: until when it works, or when it works next.

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

/** The day only where it is another one. */
function sayMoment(atMs: number, nowMs: number): string {
  const isToday = day.format(atMs) === day.format(nowMs);
  return isToday ? clock.format(atMs) : `${day.format(atMs)}, ${clock.format(atMs)}`;
}
