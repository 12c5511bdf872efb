// Geometry of axis-aligned boxes: position, rotation by right angles, overlap. Lengths are integers in one unit, so
// that sums are exact and comparisons need no tolerance.

export type Triple = readonly [number, number, number];

export interface PlacedBox {
  /** The corner nearest the origin; axes: width, height, length. */
  readonly at: Triple;
  readonly size: Triple;
}

export interface Space {
  readonly size: Triple;
  /** Fixed obstacles, such as wheel arches. */
  readonly blocked: readonly PlacedBox[];
}

/** Validates a placement: all boxes present, rotated by right angles only, inside the space, and without overlap. */
export function isValidPlacement(
  space: Space,
  boxes: readonly Triple[],
  placed: readonly PlacedBox[],
): boolean {
  if (placed.length !== boxes.length) return false;
  const sameSize = (box: Triple, size: Triple) =>
    String([...box].sort(ascending)) === String([...size].sort(ascending));
  return placed.every((one, index) => {
    const inside = one.at.every(
      (from, axis) => from >= 0 && from + pick(one.size, axis) <= pick(space.size, axis),
    );
    const clear = ![...space.blocked, ...placed.slice(0, index)].some((other) =>
      overlaps(one.at, one.size, other),
    );
    return inside && clear && sameSize(pick(boxes, index), one.size);
  });
}

export function fitsWithin(space: Triple, at: Triple, size: Triple): boolean {
  return at[0] + size[0] <= space[0] && at[1] + size[1] <= space[1] && at[2] + size[2] <= space[2];
}

export function overlaps(at: Triple, size: Triple, other: PlacedBox): boolean {
  return (
    at[0] < other.at[0] + other.size[0] &&
    other.at[0] < at[0] + size[0] &&
    at[1] < other.at[1] + other.size[1] &&
    other.at[1] < at[1] + size[1] &&
    at[2] < other.at[2] + other.size[2] &&
    other.at[2] < at[2] + size[2]
  );
}

export function withCoordinate(point: Triple, axis: number, value: number): Triple {
  return [axis === 0 ? value : point[0], axis === 1 ? value : point[1], axis === 2 ? value : point[2]];
}

export function rotations([a, b, c]: Triple): Triple[] {
  const all: Triple[] = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  return all.filter((turn, index) => all.findIndex((other) => isSame(other, turn)) === index);
}

export function permuteSpace(space: Space, axes: Triple): Space {
  const blocked = space.blocked.map(({ at, size }) => ({
    at: permuteAxes(at, axes),
    size: permuteAxes(size, axes),
  }));
  return { size: permuteAxes(space.size, axes), blocked };
}

export function permuteAxes(triple: Triple, axes: Triple): Triple {
  return [pick(triple, axes[0]), pick(triple, axes[1]), pick(triple, axes[2])];
}

export function isSame(one: Triple, other: Triple): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** Reads an element that must exist. */
export function pick<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return value;
}
