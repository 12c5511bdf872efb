// A crew of the company as the people of one booking see it: first names and faces, and a number that leads to the crew for
// this booking only. The numbers of the people themselves never leave the company.
import type { AssignedCrew } from '../../../domain/crew.ts';
import { avatarUrl } from '../avatar.ts';
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
      avatarUrl: own ?? avatarUrl(publicUrl, firstName),
    })),
    phoneNumber,
  };
}
