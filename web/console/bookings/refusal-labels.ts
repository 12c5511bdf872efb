// Refused windows of a booking by day and reason, in words.
import { englishTimes } from '../../ui/time-format.ts';
import type { RefusedWindow } from '../api.ts';

export interface RefusedDay {
  readonly day: string;
  readonly groups: readonly { readonly reason: string; readonly times: string }[];
}

const reasons: Readonly<Record<RefusedWindow['reason'], string>> = {
  capacity_full: 'Fully booked',
  no_free_crew: 'No crew is free now',
  no_shift: 'No crew has a shift',
  no_suitable_crew: 'No crew on shift has the vehicle, the members and the area',
  outside_shifts: 'The job does not fit into a shift',
  unreachable: 'No crew can be there in time',
  crews_full: 'All suitable crews are busy with other jobs',
  plan_changed: 'Free again: open this dialog once more',
};

/** Windows with the same reason are listed together, in order of time. */
export function refusedDays(refused: readonly RefusedWindow[], timeZone: string): readonly RefusedDay[] {
  const days = new Map<string, Map<string, string[]>>();
  for (const { window, reason, crew } of refused) {
    const { start_at: from, end_at: to, label } = window;
    const day = from ? englishTimes.shortDay(from, timeZone) : 'As soon as possible';
    const times = from && to ? englishTimes.window({ from, to }, timeZone) : (label ?? '');
    const words = crew ? `${reasons[reason]}; closest: ${crew.name}` : reasons[reason];
    const groups = days.get(day) ?? new Map<string, string[]>();
    days.set(day, groups);
    groups.set(words, [...(groups.get(words) ?? []), times]);
  }
  return [...days].map(([day, groups]) => ({
    day,
    groups: [...groups].map(([reason, times]) => ({ reason, times: times.join(', ') })),
  }));
}
