// Labels of a crew's current or next shift and booking, in the browser's time zone.
import { TimeFormatter } from '../../ui/time-format.ts';

interface Shift {
  readonly starts_at: string;
  readonly ends_at: string;
}

export function formatShift(shift: Shift | null, nowMs: number): string {
  if (shift === null) return 'No upcoming shift';
  const times = new TimeFormatter('en', nowMs);
  const { starts_at, ends_at } = shift;
  const isCurrent = Date.parse(starts_at) <= nowMs;
  if (isCurrent) return `On shift until ${times.recent(ends_at)}`;
  const day = times.isToday(starts_at) ? '' : `${times.dayInSentence(starts_at)}, `;
  return `Next shift ${day}${times.window({ from: starts_at, to: ends_at })}`;
}

/** Words around the code of the booking: the next one may be days away. */
export function startOf(
  { starts_at }: Pick<Shift, 'starts_at'>,
  nowMs: number,
): { readonly label: string; readonly departure: string } {
  if (Date.parse(starts_at) <= nowMs) return { label: 'Assigned to', departure: '' };
  return {
    label: 'Next booking:',
    departure: `, departs ${new TimeFormatter('en', nowMs).recent(starts_at)}`,
  };
}
