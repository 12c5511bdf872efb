// Deterministic random numbers: the same seed gives the same sequence on every machine.

export interface SeededRandom {
  /** In [0, 1). */
  next(): number;
  /** An integer, both bounds included. */
  between(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** A shuffled copy. */
  shuffled<T>(values: readonly T[]): T[];
  isLikely(chance: number): boolean;
}

/** `stream` selects one of several independent sequences of the same seed. */
export function seededRandom(seed: number, stream = 0): SeededRandom {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[between(0, values.length - 1)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  };
  return {
    next,
    between,
    pick,
    isLikely: (chance) => next() < chance,
    shuffled: (values) =>
      values
        .map((value) => ({ value, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ value }) => value),
  };
}
