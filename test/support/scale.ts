// `npm test` runs the fault tests small; `npm run faults` runs the same code with the full counts.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';

/** Whether a time goal is one: on a machine that others use as well (`npm run faults -- --shared`) it says nothing about us. */
export const holdsTimes = isFullScale && process.env['WAYBILL_TIMES'] !== 'shared';

/** How long a test waits for what must happen. Nothing is shown by how fast the machine is: only what hangs takes as long. */
export const PATIENCE_MS = 60_000;

/**
 * A time goal in milliseconds. `npm run faults` holds us to it on a machine of its own; `npm test` shares its cores with
 * whatever else runs and only guards against hanging. Files outside of test/faults/ that set one are named in
 * scripts/faults/fault-tests.ts, so that `npm run faults` runs them too.
 */
export function timeGoal(millis: number): number {
  return holdsTimes ? millis : Math.max(PATIENCE_MS, 6 * millis);
}

export function rounds(small: number, full: number): number {
  return isFullScale ? full : small;
}
