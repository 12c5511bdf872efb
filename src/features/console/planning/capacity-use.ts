// Use of capacity per area and day. Capacity is calculated from the current areas and their overrides. For areas
// without a time zone of their own, only time zones with reservations count.
import { offeredProducts } from '../../../domain/place/service-area.ts';
import { calendarHours } from '../../../domain/time/capacity-calendar.ts';
import type { ServedArea } from '../../../domain/time/capacity-override.ts';
import type { ReservedDay } from './daily-totals-store.ts';

export interface CapacityUseOfDay {
  readonly areaSlug: string;
  readonly day: string;
  readonly reserved: number;
  readonly places: number;
}

interface Days {
  readonly firstDay: string;
  readonly dayCount: number;
}

export function capacityUse(
  areas: readonly ServedArea[],
  taken: readonly ReservedDay[],
  days: Days,
): CapacityUseOfDay[] {
  return areas.flatMap((area) => {
    const reservations = taken.filter(({ areaSlug }) => areaSlug === area.slug);
    const zones =
      area.timeZone === null ? [...new Set(reservations.map(({ timeZone }) => timeZone))] : [area.timeZone];
    const places = new Map<string, number>();
    for (const timeZone of zones) addPlaces(places, area, timeZone, days);
    const reserved = new Map<string, number>();
    for (const { day, reserved: count } of reservations) reserved.set(day, (reserved.get(day) ?? 0) + count);
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
