// Scale of the fault tests: `npm test` uses small counts, `npm run faults` full counts.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';

/** Whether time goals are enforced: not on a shared machine (`npm run faults -- --shared`). */
export const enforcesTimeGoals = isFullScale && process.env['WAYBILL_TIMES'] !== 'shared';

/**
 * How long a test waits for a condition. Only a hanging test takes this long; the speed of the machine must not matter.
 */
export const PATIENCE_MS = 60_000;

/**
 * A time goal in milliseconds. `npm run faults` enforces it on a dedicated machine; `npm test` shares its cores and
 * only guards against hanging. Files outside test/faults/ that use a time goal are listed in
 * scripts/faults/fault-tests.ts, so that `npm run faults` runs them too.
 */
export function timeGoal(millis: number): number {
  return enforcesTimeGoals ? millis : Math.max(PATIENCE_MS, 6 * millis);
}

export function rounds(small: number, full: number): number {
  return isFullScale ? full : small;
}
