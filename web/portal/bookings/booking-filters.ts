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

/** Days of the browser's calendar become instants; `to` is the last day that is included. */
export function filterQuery({ from, to, ...rest }: BookingFilters): Record<string, string> {
  return {
    ...rest,
    ...(isDay(from ?? null) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(isDay(to ?? null) && { to: new Date(Date.parse(`${to}T23:59:59.999`) + 1).toISOString() }),
  };
}
