// What each product's vehicle holds and what its crew can lift: the data behind the recommended product.
//
// Each hold is the least a crew may turn up with, so that a recommendation never needs luck:
// - Pickup: the bed of a half-ton truck with the common 6.5 ft box (F-150, Silverado, Ram: 78-79 in long, 50.6-51.8 in
//   between the wheel arches). Loads stand above the rails under straps, up to about the cab roof: 44 in over the bed.
//   Half-ton payloads run from some 1,300 lb; a crew of two and its gear leave 1,000.
// - Van: a low-roof cargo van (Express, Savana, Transit; rental fleets give 114 x 67 x 53-56 in and 3,000-4,000 lb),
//   less crew and gear. 53 in are left between the wheel arches, the full width above them.
// - Sprinter: 144 in wheelbase, high roof (133 in long, 70 in wide, 79 in high, 53 in between the arches; doors 72 in
//   high). It is taken as wide as the van so that whatever goes into a van also goes into a sprinter.
// - Box truck: the smallest of the four, 14 ft (about 168 in long, 84-90 in wide, 78-84 in high; 4,000 lb and more).
// An operator with another fleet changes these numbers here; nothing else knows them.
import type { Space, Triple } from './box-geometry.ts';
import type { Product } from './product.ts';

export interface VehicleHold {
  readonly product: Product;
  /** Inches: width, height, length; the length runs forward from the rear door. */
  readonly spaceInches: Space;
  readonly payloadPounds: number;
  readonly crewSize: 1 | 2;
}

/**
 * The heaviest single item, by crew size. 75 lb is where carriers and warehouses commonly ask for a second person (a
 * letter carrier's limit is 70). Two with straps and a hand truck take what stands in a home, a refrigerator or
 * a sleeper sofa, up to 300 lb; pianos and safes are heavier and need specialists.
 */
export const MAX_ITEM_POUNDS: Readonly<Record<1 | 2, number>> = { 1: 75, 2: 300 };

const pickupBed: Space = { size: [50, 44, 78], blocked: [] };

/** The order is the order of size: the first that holds the load is the one to recommend. */
export const vehicleHolds: readonly VehicleHold[] = [
  { product: 'lite', spaceInches: pickupBed, payloadPounds: 1_000, crewSize: 1 },
  { product: 'pickup', spaceInches: pickupBed, payloadPounds: 1_000, crewSize: 2 },
  { product: 'van', spaceInches: withWheelArches([67, 53, 114]), payloadPounds: 2_500, crewSize: 2 },
  { product: 'xl', spaceInches: withWheelArches([67, 77, 130]), payloadPounds: 3_000, crewSize: 2 },
  { product: 'box', spaceInches: { size: [84, 78, 164], blocked: [] }, payloadPounds: 4_000, crewSize: 2 },
];

/** Rear wheel arches: 7 in wide and 11 in high on either side, from 20 to 60 in behind the rear door. */
function withWheelArches(size: Triple): Space {
  const arch: Triple = [7, 11, 40];
  return {
    size,
    blocked: [
      { at: [0, 0, 20], size: arch },
      { at: [size[0] - arch[0], 0, 20], size: arch },
    ],
  };
}
