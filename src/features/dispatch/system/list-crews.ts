// What dispatchers look at: crews with what they do, a day of all crews, and who could take a booking.
import { type CrewFit, fitOf } from '../../../domain/crew-fit.ts';
import { jobFacts, jobOf } from '../../../domain/dispatch-job.ts';
import { loadBooking, noSuchBooking } from '../../bookings/change-booking.ts';
import { findBookingAnywhere } from '../../bookings/system/booking-admin-store.ts';
import { type Candidate, loadCandidates } from './candidate-store.ts';
import {
  listRoster,
  type RosterCrew,
  type RosterFilter,
  readCrewSchedule,
  type ScheduledCrew,
  type ScheduleSpan,
} from './crew-roster-store.ts';
import type { DispatchContext, RosterContext } from './dispatch-context.ts';

/** By name. A page ends where the next begins: give its last crew as `after`. */
export function listCrews(
  { system, clock }: Pick<RosterContext, 'system' | 'clock'>,
  filter: Partial<RosterFilter> = {},
): Promise<RosterCrew[]> {
  return listRoster(system, { includesRetired: false, limit: 100, ...filter }, clock.now());
}

/** Crews with their shifts and what they are or were engaged in within the span. */
export function crewSchedule(
  { system }: Pick<RosterContext, 'system'>,
  span: ScheduleSpan,
): Promise<ScheduledCrew[]> {
  return readCrewSchedule(system, span);
}

export interface CrewChoice {
  readonly crew: Pick<Candidate, 'id' | 'name' | 'rating' | 'vehicleType' | 'memberCount' | 'openOffers'>;
  readonly fit: CrewFit;
}

/** Every crew: those that fit first, the soonest before the others; of the rest, why they do not. */
export async function crewsFor(
  context: Pick<DispatchContext, 'db' | 'system' | 'clock'>,
  { bookingId }: { readonly bookingId: string },
): Promise<CrewChoice[]> {
  const place = await findBookingAnywhere(context.system, bookingId);
  if (!place) throw noSuchBooking();
  const booking = await loadBooking(context, place.accountId, place.id);
  const job = jobOf(jobFacts(booking));
  const now = context.clock.now();
  const crews = await loadCandidates(context.system, {
    now,
    until: new Date(Math.max(job.latestMs, now.getTime()) + job.durationMs),
    exceptBookingId: booking.id,
  });
  return crews.map((crew) => ({ crew: shown(crew), fit: fitOf(job, crew, now.getTime()) })).sort(byFit);
}

function shown({ id, name, rating, vehicleType, memberCount, openOffers }: Candidate): CrewChoice['crew'] {
  return { id, name, rating, vehicleType, memberCount, openOffers };
}

function byFit(a: CrewChoice, b: CrewChoice): number {
  const rank = ({ fit }: CrewChoice) => (fit.fits ? fit.slot.arrivesMs : Number.MAX_SAFE_INTEGER);
  return rank(a) - rank(b) || a.crew.name.localeCompare(b.crew.name);
}
