// The crew as the contacts of a booking see it: first names, avatars and a masked number. Private phone numbers are
// never exposed.
import type { AssignedCrew } from '../../../domain/dispatch/crew.ts';
import { avatarPath, avatarUrl } from '../avatar.ts';
import type { CrewRecord } from './crew-store.ts';
import { crewUnavailable } from './roster-problems.ts';

export function assignedCrew(
  { id, name, vehicle, rating, members }: CrewRecord,
  phoneNumber: string | null,
  publicUrl: string,
): AssignedCrew {
  if (!vehicle) throw crewUnavailable(`The crew ${name} has no vehicle.`);
  return {
    id,
    vehicleType: vehicle.type,
    rating,
    members: members.map(({ firstName, avatarUrl: own }) => ({
      firstName,
      avatarUrl: own ?? avatarUrl(publicUrl + avatarPath, firstName),
    })),
    phoneNumber,
  };
}
