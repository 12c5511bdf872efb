// Labels of arrival windows: local time in English with the zone abbreviation. Formatted by hand because spaces and
// commas of Intl differ between Node releases, and labels are stored with bookings.
import { type OffsetSpan, spanAt } from './time-zone-offsets.ts';

export const ON_DEMAND_LABEL = 'As soon as possible';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `Tue, Mar 10, 9:00 AM – 10:00 AM PDT`. The end has its own date if it is on another day, and the start its own
 * abbreviation if the clocks change in between: `Sun, Nov 1, 1:00 AM PDT – 1:00 AM PST`.
 */
export function windowLabel(spans: readonly OffsetSpan[], startMs: number, endMs: number): string {
  const [start, end] = [localMoment(spans, startMs), localMoment(spans, endMs)];
  const startZone = start.abbreviation === end.abbreviation ? '' : ` ${start.abbreviation}`;
  const endDate = start.date === end.date ? '' : `${end.date}, `;
  return `${start.date}, ${start.time}${startZone} – ${endDate}${end.time} ${end.abbreviation}`;
}

interface LocalMoment {
  readonly date: string;
  readonly time: string;
  readonly abbreviation: string;
}

function localMoment(spans: readonly OffsetSpan[], instantMs: number): LocalMoment {
  const { offsetMs, abbreviation } = spanAt(spans, instantMs);
  const wall = new Date(instantMs + offsetMs);
  const hour = wall.getUTCHours();
  const minute = String(wall.getUTCMinutes()).padStart(2, '0');
  return {
    date: `${DAYS[wall.getUTCDay()]}, ${MONTHS[wall.getUTCMonth()]} ${wall.getUTCDate()}`,
    time: `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
    abbreviation,
  };
}
