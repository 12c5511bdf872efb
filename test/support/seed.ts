// Where the randomness of fault tests comes from: a seed that `npm run faults` chooses and prints, and that is always the same in
// `npm test`, so that a suite that passed passes again.
import fc from 'fast-check';

export const seed = Number(process.env['WAYBILL_SEED'] ?? 1);

/** Numbers from 0 up to, not including, 1; the same ones for the same seed and name. */
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

/** A whole number of milliseconds or rows from `least` up to and including `most`. */
export function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

fc.configureGlobal({ seed });
