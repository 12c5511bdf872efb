// Views of crews, crew members, vehicles and shifts.
import type { MemberRecord } from '../../dispatch/system/crew-member-store.ts';
import type {
  RosterCrew,
  RosterEngagement,
  RosterShift,
  ScheduledCrew,
} from '../../dispatch/system/crew-roster-store.ts';
import type { CrewRecord } from '../../dispatch/system/crew-store.ts';
import type { Shift } from '../../dispatch/system/shift-store.ts';
import type { Vehicle } from '../../dispatch/system/vehicle-store.ts';

const iso = (millis: number) => new Date(millis).toISOString();
const isoOrNull = (millis: number | null) => (millis === null ? null : iso(millis));

export function presentVehicle({ id, type, name, plate, retiredAt }: Vehicle) {
  return { id, type, name, plate, retired_at: retiredAt?.toISOString() ?? null };
}

export function presentMember({ id, crewId, firstName, avatarUrl, phoneNumber, retiredAt }: MemberRecord) {
  return {
    id,
    crew_id: crewId,
    first_name: firstName,
    avatar_url: avatarUrl,
    phone_number: phoneNumber,
    retired_at: retiredAt?.toISOString() ?? null,
  };
}

export function presentShift({ id, crewId, startsAt, endsAt, patternId }: Shift) {
  return {
    id,
    crew_id: crewId,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    pattern_id: patternId,
  };
}

export function presentCrew(crew: CrewRecord) {
  const { id, vehicle, members, position } = crew;
  return {
    id,
    name: crew.name,
    home_areas: [...crew.homeAreas],
    rating: crew.rating,
    auto_accept: crew.autoAccept,
    vehicle: vehicle && presentVehicle({ ...vehicle, retiredAt: null }),
    members: members.map((member) => presentMember({ ...member, crewId: id, retiredAt: null })),
    location: position && ([position.longitude, position.latitude] as [number, number]),
    located_at: isoOrNull(position?.atMs ?? null),
    created_at: crew.createdAt.toISOString(),
    updated_at: crew.updatedAt.toISOString(),
    retired_at: crew.retiredAt?.toISOString() ?? null,
  };
}

export function presentListedCrew(crew: RosterCrew) {
  return {
    ...presentCrew(crew),
    shift: crew.shift && presentRosterShift(crew, crew.shift),
    engagement: crew.engagement && presentEngagement(crew.engagement),
    open_offers: crew.openOffers,
  };
}

export function presentScheduledCrew(crew: ScheduledCrew) {
  return {
    ...presentCrew(crew),
    shifts: crew.shifts.map((shift) => presentRosterShift(crew, shift)),
    engagements: crew.engagements.map(presentEngagement),
  };
}

function presentRosterShift({ id: crewId }: CrewRecord, { id, startsMs, endsMs, patternId }: RosterShift) {
  return { id, crew_id: crewId, starts_at: iso(startsMs), ends_at: iso(endsMs), pattern_id: patternId };
}

function presentEngagement(engagement: RosterEngagement) {
  return {
    booking_id: engagement.bookingId,
    booking_hid: engagement.hid,
    booking_state: engagement.bookingState,
    starts_at: iso(engagement.startsMs),
    arrives_at: iso(engagement.arrivesMs),
    ends_at: iso(engagement.endsMs),
    ended_at: isoOrNull(engagement.endedMs),
    end_reason: engagement.endReason,
  };
}
