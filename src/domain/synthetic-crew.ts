// The crews of the sandbox: the right vehicle and number of people for the product, names, a rating, and a telephone number
// from the range that is reserved for fiction. The same booking gets the same crew; its next crew is another one.

import type { AssignedCrew } from './crew.ts';
import { PRODUCT_FACTS, type Product } from './product.ts';
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

/** No divisor of the number of names: the next crew has others. */
const CREWS_APART = 7;

export interface SyntheticCrewFacts {
  readonly crewId: string;
  readonly bookingId: string;
  readonly product: Product;
  /** How many crews the booking has had before. */
  readonly predecessors: number;
  /** The crew whose place it takes at once; null where there is none. */
  readonly replaces: AssignedCrew | null;
  readonly avatarUrl: (firstName: string) => string;
}

export function syntheticCrew(facts: SyntheticCrewFacts): AssignedCrew {
  const { crewSize, vehicleTypes } = PRODUCT_FACTS[facts.product];
  const first = Math.floor(fraction(facts.bookingId) * 1_000) + facts.predecessors * CREWS_APART;
  const leader = facts.replaces?.members[0]?.firstName;
  const draw = nameAt(first) === leader ? first + CREWS_APART : first;
  const members = Array.from({ length: crewSize }, (_, index) => {
    const firstName = nameAt(draw + index * 5);
    return { firstName, avatarUrl: facts.avatarUrl(firstName) };
  });
  return {
    id: facts.crewId,
    vehicleType: vehicleTypes[draw % vehicleTypes.length] ?? vehicleTypes[0],
    rating: 4.5 + (draw % 6) / 10,
    members,
    phoneNumber: fictionNumber(draw),
  };
}

function nameAt(draw: number): string {
  return FIRST_NAMES[draw % FIRST_NAMES.length] ?? FIRST_NAMES[0];
}

/** For crews of the sandbox that nobody simulates. */
export function syntheticNumber(bookingId: string): string {
  return fictionNumber(Math.floor(fraction(bookingId) * 1_000));
}

function fictionNumber(draw: number): string {
  return `+1202555${String(100 + (draw % 100)).padStart(4, '0')}`;
}

/** The name in its own spelling, whatever the case it is asked for in. */
export function syntheticNameOf(text: string): string | undefined {
  return FIRST_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
}
