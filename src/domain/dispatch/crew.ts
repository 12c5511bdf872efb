// The crew of a booking, as partners and customers see it, and its position.
import { Problem } from '../../lib/problem.ts';
import { PRODUCT_SPECS, type Product, type VehicleType } from './product.ts';

export interface CrewMember {
  readonly firstName: string;
  readonly avatarUrl: string;
}

export interface CrewLocation {
  readonly longitude: number;
  readonly latitude: number;
}

export interface Crew {
  readonly id: string;
  readonly vehicleType: VehicleType;
  /** Average, 0 to 5. */
  readonly rating: number;
  readonly members: readonly CrewMember[];
  /** Masked number: reaches the crew for this booking only. */
  readonly phoneNumber: string | null;
  readonly location: CrewLocation | null;
  /** Expected arrival at the next stop. */
  readonly etaMs: number | null;
  /** When location and ETA were last updated; not published. */
  readonly positionAtMs: number | null;
}

export interface AssignedCrew extends Omit<Crew, 'location' | 'etaMs' | 'positionAtMs'> {
  /** When the plan of the day expects it at the first stop. */
  readonly plannedMs?: number | null;
}

/** A newly assigned crew, whose position is not known yet. Until it departs, its ETA is that of the plan. */
export function newlyAssignedCrew(product: Product, { plannedMs = null, ...crew }: AssignedCrew): Crew {
  refuseUnfit(product, crew);
  return { ...crew, location: null, etaMs: plannedMs, positionAtMs: null };
}

/** The crew of an ended dispatch: keeps its identity, drops position and phone number. */
export function withoutContactDetails(crew: Crew): Crew {
  return { ...crew, phoneNumber: null, location: null, etaMs: null, positionAtMs: null };
}

function refuseUnfit(product: Product, { vehicleType, members, rating }: AssignedCrew): void {
  const { vehicleTypes, crewSize } = PRODUCT_SPECS[product];
  if (!vehicleTypes.includes(vehicleType)) {
    const wanted = vehicleTypes.join(' or ');
    throw unfit('vehicle_type', `${product} needs a ${wanted}; this crew drives a ${vehicleType}.`);
  }
  if (members.length < crewSize) {
    throw unfit('members', `${product} needs a crew of ${crewSize}; this one has ${members.length}.`);
  }
  if (!(rating >= 0 && rating <= 5)) throw unfit('rating', 'rating must be between 0 and 5.');
}

function unfit(field: string, message: string): Problem {
  return Problem.of('invalid_parameter', message, { param: `crew.${field}` });
}
