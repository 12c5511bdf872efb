// 3D bin packing for one space with obstacles: a greedy extreme-point heuristic with multiple starts. It may miss a
// feasible placement, but never returns an invalid one: every result is validated. Work is limited by a step counter,
// not by a timer, so that results are deterministic.
import {
  fitsWithin,
  isSame,
  isValidPlacement,
  overlaps,
  type PlacedBox,
  permuteAxes,
  permuteSpace,
  pick,
  rotations,
  type Space,
  type Triple,
  withCoordinate,
} from './box-geometry.ts';

interface Budget {
  steps: number;
}

/** About 100 ms on a slow core: three passes over the largest load, or every start for a typical one. */
const STEP_BUDGET = 5_000_000;
const SHUFFLED_STARTS = 120;

/** Permutations of the axes: the result depends on which axis the search fills last. */
const AXIS_ORDERS: readonly Triple[] = [
  [0, 1, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
];

/** A placement of all boxes, in the given order; null if none was found. */
export function placeBoxes(space: Space, boxes: readonly Triple[]): PlacedBox[] | null {
  const budget: Budget = { steps: STEP_BUDGET };
  const tried = new Set<string>();
  for (const { order, axes } of starts(boxes)) {
    const ordered = order.map((index) => pick(boxes, index));
    const start = [axes, ...ordered].join(';');
    if (tried.has(start)) continue;
    tried.add(start);
    const found = placeInOrder(permuteSpace(space, axes), ordered, budget);
    if (found !== null) {
      const arranged = inOriginalOrder(found, order, axes);
      return isValidPlacement(space, boxes, arranged) ? arranged : null;
    }
    if (budget.steps <= 0) return null;
  }
  return null;
}

/** Start orders: largest first, by several measures of size, then random variations of the first measure. */
function* starts(boxes: readonly Triple[]): Generator<{ order: number[]; axes: Triple }> {
  const volume = (box: Triple) => box[0] * box[1] * box[2];
  const sizeMeasures: readonly ((box: Triple) => number)[] = [
    volume,
    (box) => Math.max(...box),
    (box) => volume(box) / Math.min(...box),
    (box) => Math.min(...box),
  ];
  const byLargest = (size: (box: Triple, index: number) => number) => {
    const sizes = boxes.map(size);
    return sizes.map((_, index) => index).sort((a, b) => pick(sizes, b) - pick(sizes, a) || a - b);
  };
  for (const axes of AXIS_ORDERS) for (const size of sizeMeasures) yield { order: byLargest(size), axes };
  const random = seededRandom(12345);
  for (let start = 0; start < SHUFFLED_STARTS; start += 1) {
    yield {
      order: byLargest((box) => volume(box) * (0.6 + 0.8 * random())),
      axes: pick(AXIS_ORDERS, start % AXIS_ORDERS.length),
    };
  }
}

/** One greedy pass: each box takes the place where it ends least deep, then least high, then least wide. */
function placeInOrder(space: Space, boxes: readonly Triple[], budget: Budget): PlacedBox[] | null {
  const taken: PlacedBox[] = [];
  const minEdges = minRemainingEdges(boxes);
  let points: Triple[] = [[0, 0, 0]];
  const take = (box: PlacedBox, minRemainingEdge: number) => {
    taken.push(box);
    points = pointsAfter(space, taken, points, minRemainingEdge, budget);
  };
  for (const box of space.blocked) take(box, pick(minEdges, 0));
  for (const [index, box] of boxes.entries()) {
    const best = bestPosition(space, taken, points, box, budget);
    if (best === null || budget.steps <= 0) return null;
    take(best, pick(minEdges, index + 1));
  }
  return taken.slice(space.blocked.length);
}

/** Per index, the shortest edge of all boxes from there on. */
function minRemainingEdges(boxes: readonly Triple[]): number[] {
  const minEdges = [...boxes.map(() => 0), Number.MAX_SAFE_INTEGER];
  for (let index = boxes.length - 1; index >= 0; index -= 1) {
    minEdges[index] = Math.min(pick(minEdges, index + 1), ...pick(boxes, index));
  }
  return minEdges;
}

/** Points are sorted by distance, so the first free point is the best one for each rotation of the box. */
function bestPosition(
  space: Space,
  taken: readonly PlacedBox[],
  points: readonly Triple[],
  box: Triple,
  budget: Budget,
): PlacedBox | null {
  let best: PlacedBox | null = null;
  for (const size of rotations(box)) {
    for (const at of points) {
      budget.steps -= 1;
      if (best !== null && !endsEarlier(at, size, best)) break;
      if (fitsWithin(space.size, at, size) && isClear(taken, at, size, budget)) {
        best = { at, size };
        break;
      }
    }
  }
  return best;
}

function isClear(taken: readonly PlacedBox[], at: Triple, size: Triple, budget: Budget): boolean {
  // Newest boxes first: they are the most likely to overlap.
  for (let index = taken.length - 1; index >= 0; index -= 1) {
    budget.steps -= 1;
    if (overlaps(at, size, pick(taken, index))) return false;
  }
  return true;
}

/**
 * Extreme points after placing the last box of `taken`: its three corners, and each of them projected back until it
 * meets a box. Drops points where not even a cube with the shortest remaining edge fits.
 */
function pointsAfter(
  space: Space,
  taken: readonly PlacedBox[],
  points: readonly Triple[],
  minRemainingEdge: number,
  budget: Budget,
): Triple[] {
  const newest = pick(taken, taken.length - 1);
  const cube: Triple = [minRemainingEdge, minRemainingEdge, minRemainingEdge];
  const kept = points.filter((point) => !overlaps(point, cube, newest));
  for (const point of cornersOf(newest, taken)) {
    budget.steps -= points.length + 2 * taken.length;
    if (!fitsWithin(space.size, point, cube) || kept.some((other) => isSame(other, point))) continue;
    if (isClear(taken, point, cube, budget)) kept.push(point);
  }
  return kept.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
}

function cornersOf({ at, size }: PlacedBox, taken: readonly PlacedBox[]): Triple[] {
  const own = [0, 1, 2].map((axis) => withCoordinate(at, axis, pick(at, axis) + pick(size, axis)));
  return own.flatMap((corner) => [corner, ...[0, 1, 2].map((axis) => projectedBack(taken, corner, axis))]);
}

function projectedBack(taken: readonly PlacedBox[], point: Triple, axis: number): Triple {
  let limit = 0;
  for (const { at, size } of taken) {
    const end = pick(at, axis) + pick(size, axis);
    if (end > pick(point, axis) || end <= limit) continue;
    const faces = (other: number) =>
      pick(point, other) >= pick(at, other) && pick(point, other) < pick(at, other) + pick(size, other);
    if (faces((axis + 1) % 3) && faces((axis + 2) % 3)) limit = end;
  }
  return withCoordinate(point, axis, limit);
}

function inOriginalOrder(found: readonly PlacedBox[], order: readonly number[], axes: Triple): PlacedBox[] {
  const back: Triple = [axes.indexOf(0), axes.indexOf(1), axes.indexOf(2)];
  const arranged: PlacedBox[] = [];
  for (const [position, index] of order.entries()) {
    const { at, size } = pick(found, position);
    arranged[index] = { at: permuteAxes(at, back), size: permuteAxes(size, back) };
  }
  return arranged;
}

function endsEarlier(at: Triple, size: Triple, best: PlacedBox): boolean {
  const deeper = at[2] + size[2] - best.at[2] - best.size[2];
  if (deeper !== 0) return deeper < 0;
  const higher = at[1] + size[1] - best.at[1] - best.size[1];
  return higher === 0 ? at[0] + size[0] < best.at[0] + best.size[0] : higher < 0;
}

/** Park-Miller generator with a fixed seed: the same shuffles on every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
