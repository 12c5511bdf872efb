// Available windows of the schedule by day, in the time zone of the stop they refer to.
import type { Option } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Schedule } from '../api.ts';

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
