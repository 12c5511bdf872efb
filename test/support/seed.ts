// Seed of the random numbers in fault tests: chosen and printed by `npm run faults`, constant in `npm test`, so that
// results are reproducible.
import fc from 'fast-check';

export const seed = Number(process.env['WAYBILL_SEED'] ?? 1);

/** Random numbers from 0 (inclusive) to 1 (exclusive), determined by seed and name. */
export function randomFrom(name: string): () => number {
  let state = seed >>> 0;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random integer from `least` to `most`, both inclusive. */
export function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

fc.configureGlobal({ seed });
