// Use case of GET /operator/plans/{id}/map: where the stops and crews of a plan are. Read from the bookings, because plans are kept
// longer than addresses may be.
import { daySpan } from '../../../domain/time/local-day.ts';
import { listPlanBookings, listPlanCrews } from '../../plans/system/plan-input-store.ts';
import type { Plan } from '../../plans/system/plan-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { PlanMapView } from './plan-map-schemas.ts';

export async function showPlanMap(
  { system, clock }: Pick<ConsoleContext, 'system' | 'clock'>,
  plan: Plan,
): Promise<PlanMapView> {
  const { startMs, endMs } = daySpan(plan.timeZone, plan.day);
  const span = { from: new Date(startMs), to: new Date(endMs), now: clock.now() };
  const [bookings, crews] = await Promise.all([
    listPlanBookings(system, plan),
    listPlanCrews(system, plan, span),
  ]);
  return {
    bookings: bookings.map(({ id, stops }) => ({
      booking_id: id,
      stops: stops.map(({ longitude, latitude }) => [longitude, latitude] as const),
    })),
    crews: crews.map(({ id, position }) => ({
      crew_id: id,
      location: position && ([position.longitude, position.latitude] as const),
    })),
  };
}
