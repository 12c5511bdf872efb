// Available windows of the schedule by day, in the time zone of the stop they refer to.
import type { Option } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Booking, Schedule } from '../api.ts';

export interface FreeDay extends Option {
  readonly windows: readonly Option[];
}

const ON_DEMAND = 'As soon as possible';

/** Note on the times of the windows, which do not repeat it. */
export const formatZoneNote = (timeZone: string) => `Times in ${timeZone.replaceAll('_', ' ')}.`;

/** "9–10 AM" by day. Omits the window that the booking already has. */
export function freeDays(
  schedule: Pick<Schedule, 'data' | 'time_zone'> | undefined,
  currentId: string,
): readonly FreeDay[] {
  if (!schedule) return [];
  const days = new Map<string, Option[]>();
  const { data, time_zone: timeZone } = schedule;
  for (const { id, available, start_at: from, end_at: to, label: text } of data) {
    if (!available || id === currentId) continue;
    const label = from && to ? englishTimes.window({ from, to }, timeZone) : (text ?? ON_DEMAND);
    const day = from ? englishTimes.shortDay(from, timeZone) : label;
    days.set(day, [...(days.get(day) ?? []), { value: id, label }]);
  }
  return [...days].map(([day, windows]) => ({ value: day, label: day, windows }));
}

/** Free days with the current window in its place. A day that has no other window is omitted. */
export function freeDaysWithCurrent(
  schedule: Pick<Schedule, 'data' | 'time_zone'> | undefined,
  current: Booking['arrival_window'] | undefined,
): readonly FreeDay[] {
  // On demand, there is no day to show it in.
  if (!schedule || !current?.start_at) return freeDays(schedule, current?.id ?? '');
  const others = schedule.data.filter(({ id }) => id !== current.id);
  const data = [...others, { ...current, available: true }].sort(
    (a, b) => Date.parse(a.start_at ?? '1970-01-01') - Date.parse(b.start_at ?? '1970-01-01'),
  );
  return freeDays({ ...schedule, data }, '').filter(({ windows }) =>
    windows.some(({ value }) => value !== current.id),
  );
}
