// Times in the zone of the stop. A booking names its zone only in the label of its window (`… 10:00 AM EST`): the
// abbreviation is printed, and the offset is the difference between the label's end and `end_at`.
import type { Booking } from '@waybill/sdk';

export interface Zone {
  /** EST, PDT, UTC. */
  readonly abbreviation: string;
  readonly offsetMinutes: number;
}

export const utc: Zone = { abbreviation: 'UTC', offsetMinutes: 0 };

const dayMinutes = 24 * 60;

type Window = Pick<Booking['arrival_window'], 'ondemand' | 'start_at' | 'end_at' | 'label'>;

/** The zone of a window's label; UTC for on-demand windows, which have no time. */
export function zoneOf({ end_at, label }: Window): Zone {
  const [, hour, minute, half, abbreviation] = /(\d{1,2}):(\d\d) (AM|PM) (\S+)$/.exec(label ?? '') ?? [];
  if (!end_at || abbreviation === undefined) return utc;
  const wall = (Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? dayMinutes / 2 : 0);
  const end = new Date(end_at);
  const difference = wall - (end.getUTCHours() * 60 + end.getUTCMinutes());
  // Both are times of day: the zone is the difference between -12 and 12 hours.
  const offsetMinutes = ((difference + 1.5 * dayMinutes) % dayMinutes) - dayMinutes / 2;
  return { abbreviation, offsetMinutes };
}

/** The label of the API: `Thu, Jan 31, 9:00 AM – 10:00 AM EST`. */
export function windowText(window: Window): string {
  if (window.ondemand || !window.start_at || !window.end_at) return 'on demand';
  return window.label ?? `${dateAndTime(window.start_at, utc)} – ${dateAndTime(window.end_at, utc)}`;
}

/** In the format of window labels: `Wed, Jan 30, 3:12 PM EST`. */
export function dateAndTime(at: string, zone: Zone): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(wallClock(at, zone));
  // Newer releases of Node separate AM and PM by a narrow no-break space.
  return `${text.replaceAll('\u202f', ' ')} ${zone.abbreviation}`;
}

/** `15:04:11 EST`, for lines that are printed as something happens. */
export function clockTime(at: string, zone: Zone): string {
  return `${wallClock(at, zone).toISOString().slice(11, 19)} ${zone.abbreviation}`;
}

/** An instant whose UTC fields are the local time. */
function wallClock(at: string, { offsetMinutes }: Zone): Date {
  return new Date(Date.parse(at) + offsetMinutes * 60_000);
}
