// Vehicle data for product recommendations: dimensions, payload and lifting limits.
//
// Each hold has the smallest dimensions that a crew may arrive with, so that a recommendation is always safe:
// - Pickup: the bed of a half-ton truck with the common 6.5 ft box (F-150, Silverado, Ram: 78-79 in long, 50.6-51.8 in
//   between the wheel arches). Strapped loads may rise above the rails, up to about the cab roof: 44 in over the bed.
//   Half-ton payloads start at about 1,300 lb; a crew of two and its gear leave 1,000 lb.
// - Van: a low-roof cargo van (Express, Savana, Transit; rental fleets give 114 x 67 x 53-56 in and 3,000-4,000 lb),
//   less crew and gear. 53 in between the wheel arches, the full width above them.
// - Sprinter: 144 in wheelbase, high roof (133 in long, 70 in wide, 79 in high, 53 in between the arches; doors 72 in
//   high). Modelled as wide as the van, so that whatever fits into a van also fits into a sprinter.
// - Box truck: the smallest of the four, 14 ft (about 168 in long, 84-90 in wide, 78-84 in high; 4,000 lb and more).
// For another fleet, change these numbers here; they are used nowhere else.
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
 * Maximum weight of a single item by crew size. Above 75 lb, carriers and warehouses commonly require a second person
 * (a letter carrier's limit is 70 lb). Two people with straps and a hand truck move household items such as a
 * refrigerator or a sleeper sofa, up to 300 lb. Pianos and safes are heavier and need specialists.
 */
export const MAX_ITEM_POUNDS: Readonly<Record<1 | 2, number>> = { 1: 75, 2: 300 };

const pickupBed: Space = { size: [50, 44, 78], blocked: [] };

/** Sorted by size: the first hold that takes the load is recommended. */
export const vehicleHolds: readonly VehicleHold[] = [
  { product: 'lite', spaceInches: pickupBed, payloadPounds: 1_000, crewSize: 1 },
  { product: 'pickup', spaceInches: pickupBed, payloadPounds: 1_000, crewSize: 2 },
  { product: 'van', spaceInches: withWheelArches([67, 53, 114]), payloadPounds: 2_500, crewSize: 2 },
  { product: 'xl', spaceInches: withWheelArches([67, 77, 130]), payloadPounds: 3_000, crewSize: 2 },
  { product: 'box', spaceInches: { size: [84, 78, 164], blocked: [] }, payloadPounds: 4_000, crewSize: 2 },
];

/** Rear wheel arches: 7 in wide and 11 in high on either side, 20 to 60 in from the rear door. */
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
