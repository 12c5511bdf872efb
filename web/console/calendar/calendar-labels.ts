// Labels of the capacity calendar.
import { formatLongDay, formatMonthDay } from '../../ui/calendar-day.ts';
import { englishTimes } from '../../ui/time-format.ts';
import type { CalendarHour, CapacityCalendar, CapacityOverride } from '../api.ts';
import { formatDayHours } from '../areas/day-time.ts';
import { productNames } from '../board/board-labels.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** "9 AM" */
export const formatHour = (hour: number) => englishTimes.part(hour * 3_600_000, 'hour', 'UTC');
export const clockHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export function formatCapacity(capacity: number): string {
  return capacity < 1_000 ? String(capacity) : compact.format(capacity).toLowerCase();
}

export function formatCell({ day, hour, reserved, capacity, closed }: CalendarHour): string {
  const when = `${formatLongDay(day)}, ${formatHour(hour)}`;
  if (closed) return `${when}: closed${reserved > 0 ? `, ${reserved} booked` : ''}`;
  if (capacity === null) return `${when}: ${reserved} booked, limited by the plan`;
  return `${when}: ${reserved} of ${capacity} booked`;
}

export type Fullness = 'closed' | 'over' | 'full' | 'busy' | 'some' | 'free';

export function occupancyLevel({ closed, reserved, capacity }: CalendarHour): Fullness {
  if (capacity === null) return reserved > 0 ? 'some' : 'free';
  if (reserved > capacity) return 'over';
  if (closed) return 'closed';
  if (reserved === capacity) return 'full';
  if (reserved >= capacity * 0.75) return 'busy';
  return reserved > 0 ? 'some' : 'free';
}

/** All products in one: an hour is closed if it is closed for every product. */
export function totalHours(products: CapacityCalendar['products']): readonly CalendarHour[] {
  const totals = new Map<string, CalendarHour>();
  for (const each of products.flatMap(({ hours }) => hours)) {
    const before = totals.get(each.start_at);
    totals.set(each.start_at, before ? addHour(before, each) : each);
  }
  return [...totals.values()].sort((a, b) => a.start_at.localeCompare(b.start_at));
}

function addHour(a: CalendarHour, b: CalendarHour): CalendarHour {
  return {
    ...a,
    reserved: a.reserved + b.reserved,
    capacity: sum(a.capacity, b.capacity),
    usual_capacity: sum(a.usual_capacity, b.usual_capacity),
    closed: a.closed && b.closed,
    override_id: a.override_id ?? b.override_id,
  };
}

/** Not a number if only the plan limits one of them. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

const kinds = { holiday: 'Closed all day', block: 'Closed', capacity: 'Capacity' } as const;

export function formatOverride({ kind, product, capacity, from, to }: CapacityOverride): string {
  const what = kind === 'capacity' ? `${capacity} bookings per hour` : kinds[kind];
  const hours = from === '00:00' && to === '24:00' ? '' : `, ${formatDayHours(from, to)}`;
  return `${what}${hours}, ${product === null ? 'all products' : productNames[product]}`;
}

export function formatDayRange({ first_day: first, last_day: last }: CapacityOverride): string {
  return first === last ? formatMonthDay(first) : `${formatMonthDay(first)} – ${formatMonthDay(last)}`;
}
