// Reads the input of a plan, or of drivable windows: bookings, crews and what is intended for an area and day.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import { learnedFactors } from '../../../domain/plan/learned-times.ts';
import type { PlanInput } from '../../../domain/plan/plan-input.ts';
import { DEFAULT_PLANNING } from '../../../domain/plan/planning-settings.ts';
import { daySpan } from '../../../domain/time/local-day.ts';
import { listLearnedTimes } from './learned-time-store.ts';
import {
  listPlanBookings,
  listPlanCrews,
  type StoredPlanBooking,
  type StoredPlanCrew,
} from './plan-input-store.ts';
import { listPlannedJobs, type StoredPlannedJob } from './planned-job-store.ts';

export interface DayInput extends Omit<PlanInput, 'locks' | 'proposed'> {
  readonly crews: readonly StoredPlanCrew[];
  readonly planned: readonly StoredPlannedJob[];
}

/** `timeZone`: for areas without one and days without bookings. */
export async function readDayInput(
  {
    system,
    now,
    timeZone: otherZone,
  }: { readonly system: SystemDatabase; readonly now: Date; readonly timeZone: string },
  area: Pick<ServiceArea, 'slug' | 'timeZone' | 'planning'>,
  day: string,
): Promise<{ readonly input: DayInput; readonly timeZone: string }> {
  const settings = area.planning ?? DEFAULT_PLANNING;
  const planDay = { areaSlug: area.slug, day };
  const bookings = await listPlanBookings(system, planDay);
  const timeZone = area.timeZone ?? mostFrequentZone(bookings) ?? otherZone;
  const span = daySpan(timeZone, day);
  const crewSpan = { from: new Date(span.startMs), to: new Date(span.endMs), now };
  const [crews, planned, learned] = await Promise.all([
    listPlanCrews(system, planDay, crewSpan),
    listPlannedJobs(system, planDay),
    settings.usesLearnedTimes ? listLearnedTimes(system, area.slug) : [],
  ]);
  const input = {
    areaSlug: area.slug,
    day: span,
    nowMs: now.getTime(),
    bookings,
    crews,
    planned,
    settings,
    learned: learnedFactors(learned),
  };
  return { input, timeZone };
}

/** The most frequent time zone among the windows of the bookings. */
function mostFrequentZone(bookings: readonly StoredPlanBooking[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { timeZone } of bookings) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))[0]?.[0];
}
