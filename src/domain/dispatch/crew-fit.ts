// Crew matching: whether a crew can take a job, when it would arrive, and if not, why. Travel starts at the end of
// the preceding job, or at the last known position.
import type { Waypoint } from '../place/travel.ts';
import { drivingMinutes, roadMiles, straightMiles } from '../place/travel-estimate.ts';
import type { DispatchJob } from './dispatch-job.ts';
import { PRODUCT_SPECS, type VehicleType } from './product.ts';

/** A time span for which a crew is reserved: departure, arrival at the first stop, completion of the last stop. */
export interface CrewSlot {
  readonly startsMs: number;
  readonly arrivesMs: number;
  readonly endsMs: number;
  readonly from: Waypoint;
  readonly to: Waypoint;
}

export interface CrewCandidate {
  readonly id: string;
  readonly isRetired: boolean;
  readonly vehicleType: VehicleType | null;
  readonly memberCount: number;
  /** Empty: no restriction to areas. */
  readonly homeAreas: readonly string[];
  readonly shifts: readonly { readonly startsMs: number; readonly endsMs: number }[];
  /** Engagements and open offers. */
  readonly commitments: readonly CrewSlot[];
  readonly position: Waypoint | null;
}

export type Misfit = 'retired' | 'vehicle' | 'members' | 'area' | 'shift' | 'busy' | 'travel_time';

export type CrewFit =
  | { readonly fits: true; readonly slot: CrewSlot }
  | { readonly fits: false; readonly reasons: readonly Misfit[] };

const MINUTE_MS = 60_000;
/** Assumed additional time of a job that is past its planned end. */
export const OVERRUN_MS = 15 * MINUTE_MS;
/** Assumed travel time of a crew with unknown position. */
export const UNKNOWN_TRAVEL_MS = 30 * MINUTE_MS;

export function matchCrew(job: DispatchJob, crew: CrewCandidate, nowMs: number): CrewFit {
  const misfits = staticMisfits(job, crew);
  const slot = slotFor(job, crew, nowMs);
  if (slot && misfits.length === 0) return { fits: true, slot };
  return { fits: false, reasons: [...misfits, ...(slot ? [] : [timeMisfit(job, crew, nowMs)])] };
}

/** Reasons that do not depend on time. */
export function staticMisfits(
  { product, areaSlug }: Pick<DispatchJob, 'product' | 'areaSlug'>,
  { isRetired, vehicleType, memberCount, homeAreas }: CrewCandidate,
): Misfit[] {
  const { vehicleTypes, crewSize } = PRODUCT_SPECS[product];
  const rules: [Misfit, boolean][] = [
    ['retired', isRetired],
    ['vehicle', vehicleType === null || !vehicleTypes.includes(vehicleType)],
    ['members', memberCount < crewSize],
    ['area', homeAreas.length > 0 && !homeAreas.includes(areaSlug)],
  ];
  return rules.filter(([, applies]) => applies).map(([misfit]) => misfit);
}

/**
 * The slot of a crew that a dispatcher assigns: earliest possible arrival, regardless of shifts and other
 * commitments.
 */
export function earliestSlot(
  job: DispatchJob,
  crew: Pick<CrewCandidate, 'position'>,
  nowMs: number,
): CrewSlot {
  const travelMs = crew.position ? travelMillis(crew.position, job.origin) : 0;
  return slotAt(job, Math.max(job.earliestMs, nowMs + travelMs), travelMs);
}

function travelMillis(from: Waypoint, to: Waypoint): number {
  return Math.ceil(drivingMinutes(roadMiles(straightMiles(from, to))) * MINUTE_MS);
}

/** The earliest slot between the other commitments of the crew. Does not check vehicle, crew size or area. */
export function slotFor(
  job: DispatchJob,
  crew: CrewCandidate,
  nowMs: number,
  isAtOrigin = false,
): CrewSlot | null {
  let best: CrewSlot | null = null;
  for (const { place, freeMs, next } of gapsBetween(crew, nowMs)) {
    // Gaps are sorted by time.
    if (freeMs > job.latestMs) break;
    const travelMs = isAtOrigin ? 0 : place ? travelMillis(place, job.origin) : UNKNOWN_TRAVEL_MS;
    for (const shift of crew.shifts) {
      const departsMs = Math.max(freeMs, shift.startsMs);
      const arrivesMs = Math.max(job.earliestMs, departsMs + travelMs);
      if (arrivesMs > job.latestMs || (best && arrivesMs >= best.arrivesMs)) continue;
      const slot = slotAt(job, arrivesMs, travelMs);
      if (slot.endsMs <= shift.endsMs && allowsTimeFor(slot, next)) best = slot;
    }
  }
  return best;
}

/** Whether the crew works during the whole slot. */
export function worksDuring({ shifts }: Pick<CrewCandidate, 'shifts'>, slot: CrewSlot): boolean {
  return shifts.some(({ startsMs, endsMs }) => startsMs <= slot.startsMs && slot.endsMs <= endsMs);
}

interface Gap {
  readonly place: Waypoint | null;
  readonly freeMs: number;
  readonly next: CrewSlot | null;
}

function gapsBetween(crew: CrewCandidate, nowMs: number): Gap[] {
  const sorted = [...crew.commitments].sort((a, b) => a.startsMs - b.startsMs);
  const gaps: Gap[] = [{ place: crew.position, freeMs: nowMs, next: sorted[0] ?? null }];
  for (const [index, { startsMs, endsMs, to }] of sorted.entries()) {
    const isOverdue = startsMs <= nowMs && endsMs <= nowMs;
    gaps.push({
      place: to,
      freeMs: isOverdue ? nowMs + OVERRUN_MS : Math.max(endsMs, nowMs),
      next: sorted[index + 1] ?? null,
    });
  }
  return gaps;
}

function allowsTimeFor({ endsMs, to }: CrewSlot, next: CrewSlot | null): boolean {
  return next === null || (endsMs <= next.startsMs && endsMs + travelMillis(to, next.from) <= next.arrivesMs);
}

function slotAt(
  { origin, destination, durationMs }: DispatchJob,
  arrivesMs: number,
  travelMs: number,
): CrewSlot {
  return {
    startsMs: arrivesMs - travelMs,
    arrivesMs,
    endsMs: arrivesMs + durationMs,
    from: origin,
    to: destination,
  };
}

/** Finds the reason by relaxing the constraints one by one. */
function timeMisfit(job: DispatchJob, crew: CrewCandidate, nowMs: number): Misfit {
  if (slotFor(job, { ...crew, commitments: [] }, nowMs) !== null) return 'busy';
  return slotFor(job, { ...crew, commitments: [] }, nowMs, true) === null ? 'shift' : 'travel_time';
}
