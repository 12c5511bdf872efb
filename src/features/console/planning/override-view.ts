// Views of calendar hours and capacity overrides.
import type { CalendarHour } from '../../../domain/time/capacity-calendar.ts';
import type { Overbooked } from '../../areas/system/manage-overrides.ts';
import type { StoredOverride } from '../../areas/system/override-store.ts';

/** `isPlanned`: the capacity of the product does not limit the hour. */
export function presentHour(hour: CalendarHour, reserved: number, isPlanned: boolean) {
  return {
    start_at: new Date(hour.startMs).toISOString(),
    day: hour.day,
    hour: hour.hour,
    reserved,
    capacity: isPlanned && hour.override === null ? null : hour.places,
    usual_capacity: isPlanned ? null : hour.usual,
    closed: hour.override !== null && hour.override.capacity === null,
    override_id: hour.override?.id ?? null,
  };
}

export function presentOverride(override: StoredOverride) {
  return {
    id: override.id,
    area: override.areaSlug,
    product: override.product,
    kind: override.kind,
    first_day: override.firstDay,
    last_day: override.lastDay,
    from: clockHour(override.fromHour),
    to: clockHour(override.toHour),
    capacity: override.capacity,
    reason: override.reason,
    created_by: override.createdBy,
    created_at: new Date(override.createdAtMs).toISOString(),
  };
}

export function presentOverbooked(hour: Overbooked) {
  return {
    product: hour.product,
    time_zone: hour.timeZone,
    start_at: new Date(hour.startMs).toISOString(),
    reserved: hour.reserved,
    capacity: hour.places,
  };
}

function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
