// Use case: a crew accepts or refuses an offer, by itself or through a dispatcher.
import { assignCrew } from '../../../domain/booking/booking-crew.ts';
import type { OfferDecline } from '../../../domain/dispatch/offer-decline-reasons.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { findCrew } from './crew-store.ts';
import type { DispatchContext, RosterContext } from './dispatch-context.ts';
import { engageCrew } from './engage-crew.ts';
import { closeOffer, findOffer, listOfferRows, type Offer, type OfferFilter } from './offer-store.ts';
import { requireRow } from './roster-problems.ts';

export interface OfferAnswer {
  readonly offerId: string;
  readonly answer: 'accept' | 'refuse';
  /** Why the crew refuses. Dispatchers who refuse for a crew give no reason. */
  readonly decline?: OfferDecline;
}

/**
 * Returns the updated offer. Throws `offer_closed` if the offer is no longer open, or the reason why the booking cannot
 * take the crew.
 */
export async function answerOffer(
  context: DispatchContext,
  actor: Actor,
  { offerId, answer, decline }: OfferAnswer,
): Promise<Offer> {
  const offer = await requireRow('offer', offerId, (id) => findOffer(context.system, id));
  refuseClosed(offer, context.clock.now());
  if (answer === 'accept') await accept(context, actor, offer);
  else if (!(await closeOffer(context.system, offer.id, 'refused', context.clock.now(), decline)))
    refuseClosed(await reload(context, offer), context.clock.now());
  return reload(context, offer);
}

export function listOffers(
  { system }: Pick<RosterContext, 'system'>,
  filter: Partial<OfferFilter> = {},
): Promise<Offer[]> {
  return listOfferRows(system, { limit: 100, ...filter });
}

/** `take_crew` marks the offer as accepted in the transaction of the assignment. */
async function accept(context: DispatchContext, actor: Actor, offer: Offer): Promise<void> {
  const crew = await requireRow('crew', offer.crewId, (id) => findCrew(context.system, id));
  const { accountId, bookingId, slot } = offer;
  try {
    await engageCrew(context, actor, {
      accountId,
      bookingId,
      crew,
      slot,
      offerId: offer.id,
      action: 'booking.dispatched',
      decide: (booking, assigned, moment) => assignCrew(booking, { crew: assigned }, moment),
    });
  } catch (error) {
    // The offer can no longer be accepted, so it is withdrawn and disappears from the list of open offers.
    if (error instanceof Problem && error.kind !== 'unavailable')
      await closeOffer(context.system, offer.id, 'withdrawn', context.clock.now());
    throw error;
  }
}

function refuseClosed({ state, expiresAt }: Offer, now: Date): void {
  if (state !== 'open') throw Problem.of('offer_closed', `The offer is ${state}.`);
  if (expiresAt <= now) throw Problem.of('offer_closed', `The offer expired at ${expiresAt.toISOString()}.`);
}

function reload({ system }: DispatchContext, { id }: Offer): Promise<Offer> {
  return requireRow('offer', id, (known) => findOffer(system, known));
}
