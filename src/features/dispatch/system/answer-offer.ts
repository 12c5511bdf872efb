// A crew says yes or no to a job it was offered, by itself or through a dispatcher.
import { assignCrew } from '../../../domain/booking-crew.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import { findCrew } from './crew-store.ts';
import type { DispatchContext, RosterContext } from './dispatch-context.ts';
import { giveCrew } from './engage-crew.ts';
import { closeOffer, findOffer, listOfferRows, type Offer, type OfferFilter } from './offer-store.ts';
import { found } from './roster-problems.ts';

export interface OfferAnswer {
  readonly offerId: string;
  readonly answer: 'accept' | 'refuse';
}

/** Returns the offer as it is then. One that is no longer open, or whose booking has moved on, is refused with the reason. */
export async function answerOffer(
  context: DispatchContext,
  actor: Mover,
  { offerId, answer }: OfferAnswer,
): Promise<Offer> {
  const offer = await found('offer', offerId, (id) => findOffer(context.system, id));
  refuseClosed(offer, context.clock.now());
  if (answer === 'accept') await accept(context, actor, offer);
  else if (!(await closeOffer(context.system, offer.id, 'refused', context.clock.now())))
    refuseClosed(await reread(context, offer), context.clock.now());
  return reread(context, offer);
}

export function listOffers(
  { system }: Pick<RosterContext, 'system'>,
  filter: Partial<OfferFilter> = {},
): Promise<Offer[]> {
  return listOfferRows(system, { limit: 100, ...filter });
}

/** The offer is marked as accepted where the crew is taken. */
async function accept(context: DispatchContext, actor: Mover, offer: Offer): Promise<void> {
  const crew = await found('crew', offer.crewId, (id) => findCrew(context.system, id));
  const { accountId, bookingId, slot } = offer;
  try {
    await giveCrew(context, actor, {
      accountId,
      bookingId,
      crew,
      slot,
      offerId: offer.id,
      action: 'booking.dispatched',
      decide: (booking, assigned, moment) => assignCrew(booking, { crew: assigned }, moment),
    });
  } catch (error) {
    // It cannot be accepted any more: whoever looks next shall not be asked for it again.
    if (error instanceof Problem && error.kind !== 'unavailable')
      await closeOffer(context.system, offer.id, 'withdrawn', context.clock.now());
    throw error;
  }
}

function refuseClosed({ state, expiresAt }: Offer, now: Date): void {
  if (state !== 'open') throw Problem.of('offer_closed', `The offer is ${state}.`);
  if (expiresAt <= now) throw Problem.of('offer_closed', `The offer ran out at ${expiresAt.toISOString()}.`);
}

function reread({ system }: DispatchContext, { id }: Offer): Promise<Offer> {
  return found('offer', id, (known) => findOffer(system, known));
}
