// Views of offers and of candidate crews.
import type { CrewSlot } from '../../../domain/dispatch/crew-fit.ts';
import type { CandidateCrew, CurrentCrew } from '../../dispatch/system/list-crews.ts';
import type { Offer } from '../../dispatch/system/offer-store.ts';
import type { CrewReplacement } from '../../dispatch/system/replace-crew.ts';
import type { CrewJobRow } from './crew-job-store.ts';

export function presentOffer(offer: Offer) {
  return {
    id: offer.id,
    booking_id: offer.bookingId,
    booking_hid: offer.hid,
    crew_id: offer.crewId,
    crew_name: offer.crewName,
    state: offer.state,
    ...presentSlot(offer.slot),
    offered_at: offer.offeredAt.toISOString(),
    expires_at: offer.expiresAt.toISOString(),
    answered_at: offer.answeredAt?.toISOString() ?? null,
    plan: offer.plan,
    decline_reason: offer.declineReason,
    decline_note: offer.declineNote,
  };
}

export function presentChoice({ crew, fit, minutesLate, canBeSent, engagedIn }: CandidateCrew) {
  return {
    crew: {
      id: crew.id,
      name: crew.name,
      rating: crew.rating,
      vehicle_type: crew.vehicleType,
      member_count: crew.memberCount,
      open_offers: crew.openOffers,
    },
    fits: fit.fits,
    reasons: fit.fits ? [] : [...fit.reasons],
    slot: fit.fits ? presentSlot(fit.slot) : null,
    minutes_late: minutesLate,
    can_be_sent: canBeSent,
    engaged_in: engagedIn,
  };
}

export function presentCurrent({ crewId, name, arrivesMs, minutesLate }: CurrentCrew) {
  return {
    crew_id: crewId,
    name,
    arrives_at: arrivesMs === null ? null : new Date(arrivesMs).toISOString(),
    minutes_late: minutesLate,
  };
}

export function presentReplacement(
  { stage, candidates, proposedCrewId, engagement }: CrewReplacement,
  booking: CrewJobRow,
) {
  return {
    booking: { ...booking, id: engagement.bookingId },
    stage,
    proposed_crew_id: proposedCrewId,
    candidates: candidates.map(presentChoice),
  };
}

function presentSlot({ startsMs, arrivesMs, endsMs }: CrewSlot) {
  const iso = (millis: number) => new Date(millis).toISOString();
  return { starts_at: iso(startsMs), arrives_at: iso(arrivesMs), ends_at: iso(endsMs) };
}
