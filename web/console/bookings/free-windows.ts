// Available windows of the schedule by day, in the time zone of the stop they refer to.
import type { Option } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Schedule } from '../api.ts';

export interface FreeDay extends Option {
  readonly windows: readonly Option[];
}

/** Omits the window that the booking already has. */
export function freeDays(
  schedule: Pick<Schedule, 'data' | 'time_zone'> | undefined,
  currentId: string,
): readonly FreeDay[] {
  if (!schedule) return [];
  const days = new Map<string, Option[]>();
  for (const { id, available, start_at, label: text } of schedule.data) {
    if (!available || id === currentId) continue;
    const label = text ?? 'As soon as possible';
    const day = !start_at ? label : englishTimes.shortDay(start_at, schedule.time_zone);
    // "Thu, Jan 31, 9:00 AM – 10:00 AM EST": drop the day, which is the group's label.
    const time = { value: id, label: label.startsWith(`${day}, `) ? label.slice(day.length + 2) : label };
    days.set(day, [...(days.get(day) ?? []), time]);
  }
  return [...days].map(([day, windows]) => ({ value: day, label: day, windows }));
}
