// Opening hours per weekday in minutes of local time, with parser and serializer ("08:00" to "20:00").
import { type DocumentReader, join } from '../../lib/document-reader.ts';

/** ISO 8601 order. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Minutes since midnight, local time. `closesMinute` may be 1440, the end of the day. */
export interface OpeningHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** Sorted and without overlap; an empty list is a day off. Hours past midnight belong to the following day. */
export type WeeklyHours = Readonly<Record<Weekday, readonly OpeningHours[]>>;

export const MINUTES_PER_DAY = 1440;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

export function everyDay(...hours: readonly OpeningHours[]): WeeklyHours {
  return weekly(() => hours);
}

export const DEFAULT_HOURS = everyDay({ opensMinute: 8 * 60, closesMinute: 20 * 60 });

export function readWeeklyHours(reader: DocumentReader, value: unknown, path: string): WeeklyHours {
  if (value === undefined) return DEFAULT_HOURS;
  const days = reader.object(value, path, WEEKDAYS);
  return weekly((day) => {
    const at = join(path, day);
    if (days[day] !== undefined) return readDay(reader, days[day], at);
    reader.fail(at, 'is missing; must be a list, empty for a day off');
    return [];
  });
}

export function weeklyHoursDocument(
  hours: WeeklyHours,
): Record<Weekday, { opens: string; closes: string }[]> {
  return weekly((day) =>
    hours[day].map(({ opensMinute, closesMinute }) => ({
      opens: timeOfDay(opensMinute),
      closes: timeOfDay(closesMinute),
    })),
  );
}

function readDay(reader: DocumentReader, value: unknown, path: string): OpeningHours[] {
  const day = reader.list(value, path, (item, itemPath) => parseHourSpans(reader, item, itemPath));
  day.forEach((hours, index) => {
    const previous = day[index - 1];
    if (previous !== undefined && hours.opensMinute < previous.closesMinute) {
      reader.fail(`${path}[${index}].opens`, 'must not be before the previous entry closes');
    }
  });
  return day;
}

function parseHourSpans(reader: DocumentReader, value: unknown, path: string): OpeningHours {
  const fields = reader.object(value, path, ['opens', 'closes']);
  const opensMinute = readTime(reader, fields['opens'], join(path, 'opens'));
  const closesMinute = readTime(reader, fields['closes'], join(path, 'closes'));
  if (opensMinute !== null && closesMinute !== null && closesMinute <= opensMinute) {
    reader.fail(join(path, 'closes'), 'must be later than opens; hours past midnight belong to the next day');
  }
  return { opensMinute: opensMinute ?? 0, closesMinute: closesMinute ?? MINUTES_PER_DAY };
}

function readTime(reader: DocumentReader, value: unknown, path: string): number | null {
  const form = 'a time of day from "00:00" to "24:00"';
  const text = reader.text(value, path, { maxLength: 5, pattern: TIME_OF_DAY, form });
  if (!TIME_OF_DAY.test(text)) return null;
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

function timeOfDay(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function weekly<Value>(of: (day: Weekday) => Value): Record<Weekday, Value> {
  return {
    monday: of('monday'),
    tuesday: of('tuesday'),
    wednesday: of('wednesday'),
    thursday: of('thursday'),
    friday: of('friday'),
    saturday: of('saturday'),
    sunday: of('sunday'),
  };
}
