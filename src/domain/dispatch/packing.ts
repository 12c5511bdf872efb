// Vehicle recommendation: 3D packing of items into the hold of a vehicle, within the payload, every item liftable by
// the crew. Items may lie on any side. Not considered: stacking limits and door sizes. The caller rejects sizes of 0
// or less and negative weights; here, such items fit nowhere.
import { isValidPlacement, type PlacedBox, type Space, type Triple } from './box-geometry.ts';
import { placeBoxes } from './box-placement.ts';
import { MAX_ITEM_POUNDS, type VehicleHold } from './vehicle.ts';

export interface Item {
  /** Width, height, length. */
  readonly dimensionsInches: Triple;
  readonly weightPounds: number;
}

export const MAX_ITEMS = 200;

/** Unit of the packing. Items are rounded up and holds down, so that a fit is never overestimated. */
const MILS_PER_INCH = 1_000;

export function fits(hold: VehicleHold, items: readonly Item[]): boolean {
  return isLiftable(hold, items) && findPlacement(hold, items) !== null;
}

/** Position of each item in mils, in the given order; null if none was found. Does not check weight. */
export function findPlacement(hold: VehicleHold, items: readonly Item[]): readonly PlacedBox[] | null {
  return findBoxPlacement(spaceInMils(hold.spaceInches), items.map(boxInMils));
}

/**
 * The first available hold that takes the items; `holds` must be sorted by size. null without items. A placement
 * found for a smaller hold (unavailable, or with a crew too small) is tried first in the next one: this guarantees
 * that a larger hold takes everything that a smaller one takes, which the heuristic alone does not.
 */
export function smallestFitting<Hold extends VehicleHold>(
  holds: readonly Hold[],
  items: readonly Item[],
  isAvailable: (hold: Hold) => boolean = () => true,
): Hold | null {
  if (items.length === 0) return null;
  const boxes = items.map(boxInMils);
  let previous: Placement | null = null;
  let lastSearched: Space | null = null;
  for (const hold of holds) {
    const space = spaceInMils(hold.spaceInches);
    let placed: readonly PlacedBox[] | null = previous && transferred(previous, space, boxes);
    if (placed === null && hold.spaceInches !== lastSearched) placed = findBoxPlacement(space, boxes);
    lastSearched = hold.spaceInches;
    if (placed === null) continue;
    previous = { space, placed };
    if (isAvailable(hold) && isLiftable(hold, items)) return hold;
  }
  return null;
}

interface Placement {
  readonly space: Space;
  readonly placed: readonly PlacedBox[];
}

/** The same placement in a larger hold: at the rear door, centered across the width. */
function transferred(
  previous: Placement,
  into: Space,
  boxes: readonly Triple[],
): readonly PlacedBox[] | null {
  const offset = Math.floor((into.size[0] - previous.space.size[0]) / 2);
  const placed = previous.placed.map(
    ({ at: [x, y, z], size }): PlacedBox => ({ at: [x + offset, y, z], size }),
  );
  return isValidPlacement(into, boxes, placed) ? placed : null;
}

function isLiftable(hold: VehicleHold, items: readonly Item[]): boolean {
  const loadPounds = items.reduce((sum, item) => sum + item.weightPounds, 0);
  return (
    loadPounds <= hold.payloadPounds &&
    items.every(({ weightPounds }) => weightPounds >= 0 && weightPounds <= MAX_ITEM_POUNDS[hold.crewSize])
  );
}

/** Cheap checks first: a single long item or the total volume rules out most loads that do not fit. */
function findBoxPlacement(space: Space, boxes: readonly Triple[]): readonly PlacedBox[] | null {
  const hold = ascending(space.size);
  const eachFits = boxes.every((box) => {
    const edges = ascending(box);
    return edges[0] > 0 && edges.every((edge, axis) => edge <= (hold[axis] ?? 0));
  });
  if (!eachFits) return null;
  const blocked = space.blocked.reduce((sum, { size }) => sum + volume(size), 0);
  const needed = boxes.reduce((sum, box) => sum + volume(box), blocked);
  return needed > volume(space.size) ? null : placeBoxes(space, boxes);
}

function boxInMils({ dimensionsInches: [width, height, length] }: Item): Triple {
  return [milsUp(width), milsUp(height), milsUp(length)];
}

function spaceInMils({ size, blocked }: Space): Space {
  const inMils = (triple: Triple, round: (inches: number) => number): Triple => [
    round(triple[0]),
    round(triple[1]),
    round(triple[2]),
  ];
  return {
    size: inMils(size, milsDown),
    blocked: blocked.map((box) => ({ at: inMils(box.at, milsDown), size: inMils(box.size, milsUp) })),
  };
}

// 16.1 x 1000 is 16100.000000000002 in floating point: the 1e-6 mil tolerance (1e-9 inch) ignores such errors.
function milsUp(inches: number): number {
  return inches > 0 ? Math.max(1, Math.ceil(inches * MILS_PER_INCH - 1e-6)) : 0;
}

function milsDown(inches: number): number {
  return Math.floor(inches * MILS_PER_INCH + 1e-6);
}

function volume([width, height, length]: Triple): number {
  return width * height * length;
}

function ascending([a, b, c]: Triple): Triple {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  return [low, a + b + c - low - high, high];
}
