// Queries for dispatchers: crews with their current work, the crew schedule of a day, and candidates for a booking.
import type { Booking } from '../../../domain/booking/booking.ts';
import { type CrewFit, earliestSlot, matchCrew, staticMisfits } from '../../../domain/dispatch/crew-fit.ts';
import { jobFrom, minutesLate } from '../../../domain/dispatch/dispatch-job.ts';
import { byName } from '../../../lib/natural-order.ts';
import { bookingNotFound, loadBooking } from '../../bookings/change-booking.ts';
import { findBookingInAnyAccount } from '../../bookings/system/booking-admin-store.ts';
import { type Candidate, loadCandidates } from './crew-candidate-store.ts';
import {
  listRoster,
  type RosterCrew,
  type RosterFilter,
  readCrewSchedule,
  type ScheduledCrew,
  type ScheduleSpan,
} from './crew-roster-store.ts';
import type { DispatchContext, RosterContext } from './dispatch-context.ts';
import { type EngagedSpan, findEngagedCrew, listEngagedSpans } from './engagement-store.ts';

/** Sorted by name. For the next page, pass the last crew as `after`. */
export function listCrews(
  { system, clock }: Pick<RosterContext, 'system' | 'clock'>,
  filter: Partial<RosterFilter> = {},
): Promise<RosterCrew[]> {
  return listRoster(system, { includesRetired: false, limit: 100, ...filter }, clock.now());
}

/** Crews with the shifts and engagements within the span. */
export function crewSchedule(
  { system }: Pick<RosterContext, 'system'>,
  span: ScheduleSpan,
): Promise<ScheduledCrew[]> {
  return readCrewSchedule(system, span);
}

export interface CandidateCrew {
  readonly crew: Pick<Candidate, 'id' | 'name' | 'rating' | 'vehicleType' | 'memberCount' | 'openOffers'>;
  readonly fit: CrewFit;
  /** By which a crew that fits would miss the window: every crew is late for an overdue job. */
  readonly minutesLate: number;
  /** A dispatcher may assign it although it does not fit: vehicle and size are right, and it is free. */
  readonly canBeSent: boolean;
  /** Confirmation code of the booking in which the crew is engaged at that time. */
  readonly engagedIn: string | null;
}

/**
 * All crews: those that fit first, by arrival time; then the others with their misfits, assignable ones first. The assigned crew
 * comes with its expected arrival, for comparison.
 */
export async function listCrewCandidates(
  context: Pick<DispatchContext, 'db' | 'system' | 'clock'>,
  { bookingId }: { readonly bookingId: string },
): Promise<{ readonly candidates: CandidateCrew[]; readonly current: CurrentCrew | null }> {
  const found = await findBookingInAnyAccount(context.system, bookingId);
  if (!found) throw bookingNotFound();
  const booking = await loadBooking(context, { accountId: found.accountId, bookingId: found.id });
  const now = context.clock.now();
  const span = { ...spanOfJob(booking, now), exceptBookingId: booking.id };
  const [crews, engagements, engaged] = await Promise.all([
    loadCandidates(context.system, span),
    listEngagedSpans(context.system, { ...span, until: extendedByOneDay(span.until) }),
    findEngagedCrew(context.system, booking.id),
  ]);
  return {
    candidates: rankCandidates(booking, { crews, engagements, nowMs: now.getTime() }),
    current: engaged && { ...engaged, ...expectedArrival(booking, engaged.arrivesMs, now.getTime()) },
  };
}

export interface CurrentCrew {
  readonly crewId: string;
  readonly name: string;
  /** At the first stop, or at the stop that the crew is driving to. null: it is at a stop. */
  readonly arrivesMs: number | null;
  readonly minutesLate: number;
}

/** The ETA of a driving crew; otherwise its planned arrival, or now once that is past. */
function expectedArrival(
  booking: Booking,
  plannedMs: number,
  nowMs: number,
): Pick<CurrentCrew, 'arrivesMs' | 'minutesLate'> {
  const { dispatch, crew } = booking;
  if (dispatch?.state !== 'driving' && dispatch?.state !== 'pending')
    return { arrivesMs: null, minutesLate: 0 };
  const isFirst = dispatch.routePosition === 0;
  const etaMs = dispatch.state === 'driving' ? (crew?.etaMs ?? null) : null;
  const arrivesMs = etaMs ?? (isFirst ? Math.max(plannedMs, nowMs) : null);
  return { arrivesMs, minutesLate: arrivesMs === null ? 0 : minutesLate(booking, arrivesMs) };
}

/** The times in which crews are compared for the job of a booking. */
export function spanOfJob(booking: Booking, now: Date): { readonly now: Date; readonly until: Date } {
  const job = jobFrom(booking, now.getTime());
  return { now, until: new Date(job.latestMs + job.durationMs) };
}

interface CandidateInput {
  readonly crews: readonly Candidate[];
  /** Engagements in other bookings. */
  readonly engagements: readonly EngagedSpan[];
  readonly nowMs: number;
}

export function rankCandidates(
  booking: Booking,
  { crews, engagements, nowMs }: CandidateInput,
): CandidateCrew[] {
  const job = jobFrom(booking, nowMs);
  return crews
    .map((crew) => {
      const fit = matchCrew(job, crew, nowMs);
      const slot = fit.fits ? fit.slot : earliestSlot(job, crew, nowMs);
      const engagedIn = conflictingHid(engagements, crew, slot, nowMs);
      const isRightKind = staticMisfits(job, crew).every((misfit) => misfit === 'area');
      const canBeSent = isRightKind && engagedIn === null;
      return {
        crew: summaryOf(crew),
        fit,
        minutesLate: fit.fits ? minutesLate(booking, fit.slot.arrivesMs) : 0,
        canBeSent,
        engagedIn,
      };
    })
    .sort(byFit);
}

/** A crew sent from far away finishes later than one that fits, so the search span is extended by one day. */
const extendedByOneDay = (until: Date) => new Date(until.getTime() + 86_400_000);

/** Mirrors the check in `take_crew`, so that no crew is listed as assignable and then refused. */
function conflictingHid(
  engagements: readonly EngagedSpan[],
  { id }: Candidate,
  slot: { readonly startsMs: number; readonly endsMs: number },
  nowMs: number,
): string | null {
  const conflicts = ({ crewId, startsMs, endsMs }: EngagedSpan) =>
    crewId === id &&
    startsMs < slot.endsMs &&
    (endsMs > slot.startsMs || (endsMs <= nowMs && slot.startsMs <= nowMs));
  return engagements.find(conflicts)?.hid ?? null;
}

function summaryOf({
  id,
  name,
  rating,
  vehicleType,
  memberCount,
  openOffers,
}: Candidate): CandidateCrew['crew'] {
  return { id, name, rating, vehicleType, memberCount, openOffers };
}

function byFit(a: CandidateCrew, b: CandidateCrew): number {
  const rank = ({ fit, canBeSent }: CandidateCrew) =>
    fit.fits ? fit.slot.arrivesMs : Number.MAX_SAFE_INTEGER - Number(canBeSent);
  return rank(a) - rank(b) || byName(a.crew, b.crew);
}
