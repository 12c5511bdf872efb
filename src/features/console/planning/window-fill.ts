// How much of what could be booked was booked, by area and day. Places are reckoned from the areas as they are, with their
// exceptions; zones in which nobody has booked are left out where an area has no zone of its own.
import { calendarHours } from '../../../domain/capacity-calendar.ts';
import type { ServedArea } from '../../../domain/capacity-override.ts';
import { offeredProducts } from '../../../domain/service-area.ts';
import type { ReservedDay } from './daily-totals-store.ts';

export interface FillOfDay {
  readonly areaSlug: string;
  readonly day: string;
  readonly reserved: number;
  readonly places: number;
}

interface Days {
  readonly firstDay: string;
  readonly dayCount: number;
}

export function windowFill(
  areas: readonly ServedArea[],
  taken: readonly ReservedDay[],
  days: Days,
): FillOfDay[] {
  return areas.flatMap((area) => {
    const mine = taken.filter(({ areaSlug }) => areaSlug === area.slug);
    const zones =
      area.timeZone === null ? [...new Set(mine.map(({ timeZone }) => timeZone))] : [area.timeZone];
    const places = new Map<string, number>();
    for (const timeZone of zones) addPlaces(places, area, timeZone, days);
    const reserved = new Map<string, number>();
    for (const { day, reserved: count } of mine) reserved.set(day, (reserved.get(day) ?? 0) + count);
    return [...new Set([...places.keys(), ...reserved.keys()])].map((day) => ({
      areaSlug: area.slug,
      day,
      reserved: reserved.get(day) ?? 0,
      places: places.get(day) ?? 0,
    }));
  });
}

function addPlaces(places: Map<string, number>, area: ServedArea, timeZone: string, days: Days): void {
  for (const product of offeredProducts(area)) {
    for (const hour of calendarHours(area, { product, timeZone, ...days })) {
      places.set(hour.day, (places.get(hour.day) ?? 0) + hour.places);
    }
  }
}
