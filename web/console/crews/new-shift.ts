// Times that the dialog of a new shift starts with.
import { dayAfter } from '../../ui/calendar-day.ts';
import type { Shift } from '../api.ts';

const [FIRST_HOUR, LENGTH_HOURS] = [8, 9];
const HOUR_MS = 3_600_000;

type Times = Pick<Shift, 'starts_at' | 'ends_at'>;

/**
 * 8 AM to 5 PM, but not before the next full hour and not within another shift of the crew. Ends by midnight or when the next
 * shift begins. null: the day has no free hour left.
 */
export function newShiftTimes(shifts: readonly Times[], day: string, nowMs: number): Times | null {
  const endOfDay = Date.parse(`${dayAfter(day, 1)}T00:00:00`);
  const nextHour = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
  const spans = shifts
    .map(({ starts_at, ends_at }) => ({ from: Date.parse(starts_at), to: Date.parse(ends_at) }))
    .sort((a, b) => a.from - b.from);
  let start = Math.max(new Date(`${day}T00:00:00`).setHours(FIRST_HOUR), nextHour);
  for (const { from, to } of spans) if (from <= start && start < to) start = to;
  const next = spans.find(({ from }) => from > start)?.from ?? Infinity;
  const end = Math.min(start + LENGTH_HOURS * HOUR_MS, next, endOfDay);
  if (end - start < HOUR_MS) return null;
  return { starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString() };
}
