// Filters of the list of bookings, as they are in the URL.
import { isDay } from '../../ui/calendar-day.ts';

const filterNames = ['search', 'state', 'from', 'to'] as const;
export type BookingFilters = Partial<Record<(typeof filterNames)[number], string>>;

export function readFilters(params: URLSearchParams): BookingFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** Days are those at the place of each booking. */
export function filterQuery({ from, to, ...rest }: BookingFilters): Record<string, string> {
  return {
    ...rest,
    ...(from && isDay(from) && { first_day: from }),
    ...(to && isDay(to) && { last_day: to }),
  };
}
