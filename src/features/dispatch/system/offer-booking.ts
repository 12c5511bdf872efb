// Use case: a dispatcher offers a booking to one or several crews. The first crew that accepts gets it.

import { recordAudit } from '../../../db/audit-store.ts';
import { invalidStep, withState } from '../../../domain/booking/booking-problems.ts';
import { type CrewSlot, earliestSlot, matchCrew, staticMisfits } from '../../../domain/dispatch/crew-fit.ts';
import { type DispatchJob, jobFrom } from '../../../domain/dispatch/dispatch-job.ts';
import { addJobs } from '../../../jobs/add-jobs.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { bookingNotFound, loadBooking } from '../../bookings/change-booking.ts';
import { findBookingInAnyAccount } from '../../bookings/system/booking-admin-store.ts';
import { type Candidate, loadCandidates } from './crew-candidate-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { spanOfJob } from './list-crews.ts';
import { expireOffers, listOfferRows, type NewOffer, type Offer, writeOffers } from './offer-store.ts';
import { acceptancesOf } from './run-dispatch-round.ts';

export interface BookingOffer {
  /** Id or confirmation code. */
  readonly bookingId: string;
  readonly crewIds: readonly string[];
  readonly openMinutes: number;
}

/** Returns the new offers. All crews get one, or none does. */
export async function offerToCrews(
  context: Omit<DispatchContext, 'maskedNumbers' | 'log'>,
  actor: Actor,
  { bookingId, crewIds, openMinutes }: BookingOffer,
): Promise<Offer[]> {
  const { system, clock, ids } = context;
  const found = await findBookingInAnyAccount(system, bookingId);
  if (!found) throw bookingNotFound();
  const booking = await loadBooking(context, { accountId: found.accountId, bookingId: found.id });
  if (booking.state !== 'created')
    throw invalidStep(withState('Only a created booking can be offered', booking));
  const now = clock.now();
  // Rounds of automatic dispatch do this every second, in production only.
  await expireOffers(system, now);
  const crews = new Map(
    (await loadCandidates(system, { ...spanOfJob(booking, now), exceptBookingId: booking.id })).map(
      (crew) => [crew.id, crew],
    ),
  );
  const job = jobFrom(booking, now.getTime());
  const offers = [...new Set(crewIds)].map((crewId): NewOffer => {
    const crew = crews.get(crewId);
    if (!crew) throw Problem.of('invalid_parameter', `There is no crew ${crewId}.`, { param: 'crew_ids' });
    return {
      id: ids.next(),
      bookingId: booking.id,
      accountId: booking.accountId,
      crewId,
      crewVersion: crew.version,
      slot: slotOf(job, crew, now.getTime()),
      plan: null,
    };
  });
  const expiresAt = new Date(now.getTime() + openMinutes * 60_000);
  const written = await system.transaction().execute(async (trx) => {
    const made = await writeOffers(trx, offers, { now, expiresAt, isByHand: true });
    const refused = offers.find(({ id }) => !made.has(id));
    if (refused)
      throw unavailable(
        `The crew ${crews.get(refused.crewId)?.name} has another job or open offer at that time, or one for this booking.`,
      );
    await addJobs(trx, acceptancesOf(offers, made, crews, now), now);
    await recordAudit(trx, { ids, clock }, actor, {
      accountId: booking.accountId,
      action: 'booking.offered',
      subject: { kind: 'booking', id: booking.id },
    });
    return made;
  });
  const listed = await listOfferRows(system, { bookingId: booking.id, limit: 100 });
  return listed.filter(({ id }) => written.has(id));
}

/** As for an assignment: a dispatcher may ignore area, shift and travel time, but not vehicle and crew size. */
function slotOf(job: DispatchJob, crew: Candidate, nowMs: number): CrewSlot {
  const misfits = staticMisfits(job, crew).filter((misfit) => misfit !== 'area');
  if (misfits.includes('vehicle'))
    throw unavailable(`The vehicle of the crew ${crew.name} does not fit the booking.`);
  if (misfits.includes('members'))
    throw unavailable(`The crew ${crew.name} has too few members for the booking.`);
  const fit = matchCrew(job, crew, nowMs);
  return fit.fits ? fit.slot : earliestSlot(job, crew, nowMs);
}

function unavailable(message: string): Problem {
  return Problem.of('crew_unavailable', message, { param: 'crew_ids' });
}
