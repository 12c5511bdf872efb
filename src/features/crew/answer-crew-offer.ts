// A crew accepts or declines an offer on its phone. The answer is idempotent: a phone that lost the response, or a
// second phone of the crew, sends it again. Of two different answers exactly one is applied.
import type { OfferDecline } from '../../domain/dispatch/offer-decline-reasons.ts';
import { Problem } from '../../lib/problem.ts';
import { answerOffer } from '../dispatch/system/answer-offer.ts';
import { findOffer } from '../dispatch/system/offer-store.ts';
import { requireRow } from '../dispatch/system/roster-problems.ts';
import type { Reporter } from './apply-step.ts';
import type { CrewContext } from './crew-context.ts';

export interface CrewOfferAnswer {
  readonly offerId: string;
  /** null: the crew accepts. */
  readonly decline: OfferDecline | null;
}

export type CrewOfferResult = 'applied' | 'already_applied' | 'closed';

/** Throws `not_found` for offers to other crews. */
export async function answerCrewOffer(
  context: CrewContext,
  { member: { crewId }, actor }: Reporter,
  { offerId, decline }: CrewOfferAnswer,
): Promise<CrewOfferResult> {
  const load = () =>
    requireRow('offer', offerId, async (id) => {
      const offer = await findOffer(context.system, id);
      return offer?.crewId === crewId ? offer : undefined;
    });
  const { bookingId } = await load();
  try {
    await answerOffer(context, actor, {
      offerId,
      ...(decline ? { answer: 'refuse', decline } : { answer: 'accept' }),
    });
    return 'applied';
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
    const { state } = await load();
    return state === (decline ? 'refused' : 'accepted') ? 'already_applied' : 'closed';
  } finally {
    context.announceOffers([bookingId]);
  }
}

/** Throws if the reason is `other` and there is no text. */
export function parseDecline(reason: OfferDecline['reason'], note: string | undefined): OfferDecline {
  const text = note?.trim() ?? '';
  if (reason === 'other' && text === '')
    throw Problem.of('missing_parameter', 'note is required with the reason other.', { param: 'note' });
  return { reason, note: text === '' ? null : text };
}
