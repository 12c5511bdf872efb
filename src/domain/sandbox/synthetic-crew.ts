// Synthetic crews for sandbox bookings: vehicle and crew size of the product, names, rating, and a phone number from
// the range reserved for fiction. Deterministic per booking; each further crew of the booking differs.
import type { AssignedCrew } from '../dispatch/crew.ts';
import { PRODUCT_SPECS, type Product } from '../dispatch/product.ts';
import { fraction } from './simulation-script.ts';

const FIRST_NAMES = [
  'Amara',
  'Ben',
  'Chidi',
  'Dolores',
  'Emil',
  'Farah',
  'Grace',
  'Hiro',
  'Ines',
  'Jamal',
  'Katya',
  'Luis',
  'Mei',
  'Noah',
  'Oluwa',
  'Priya',
] as const;

/** Coprime to the number of names, so that consecutive crews have different names. */
const NAME_STEP = 7;

export interface SyntheticCrewParams {
  readonly crewId: string;
  readonly bookingId: string;
  readonly product: Product;
  /** Number of crews that the booking had before. */
  readonly predecessors: number;
  /** The crew that it replaces directly; null if none. */
  readonly replaces: AssignedCrew | null;
  readonly avatarUrl: (firstName: string) => string;
}

export function syntheticCrew(params: SyntheticCrewParams): AssignedCrew {
  const { crewSize, vehicleTypes } = PRODUCT_SPECS[params.product];
  const first = Math.floor(fraction(params.bookingId) * 1_000) + params.predecessors * NAME_STEP;
  const leader = params.replaces?.members[0]?.firstName;
  const seed = nameAt(first) === leader ? first + NAME_STEP : first;
  const members = Array.from({ length: crewSize }, (_, index) => {
    const firstName = nameAt(seed + index * 5);
    return { firstName, avatarUrl: params.avatarUrl(firstName) };
  });
  return {
    id: params.crewId,
    vehicleType: vehicleTypes[seed % vehicleTypes.length] ?? vehicleTypes[0],
    rating: 4.5 + (seed % 6) / 10,
    members,
    phoneNumber: fictionalNumber(seed),
  };
}

function nameAt(seed: number): string {
  return FIRST_NAMES[seed % FIRST_NAMES.length] ?? FIRST_NAMES[0];
}

/** For sandbox crews that are assigned without a simulation. */
export function syntheticNumber(bookingId: string): string {
  return fictionalNumber(Math.floor(fraction(bookingId) * 1_000));
}

function fictionalNumber(seed: number): string {
  return `+1202555${String(100 + (seed % 100)).padStart(4, '0')}`;
}

/** Looks up a name, ignoring case; returns it in its original spelling. */
export function findSyntheticName(text: string): string | undefined {
  return FIRST_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
}
