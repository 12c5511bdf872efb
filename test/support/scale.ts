// `npm test` runs the fault tests small; `npm run faults` runs the same code with the full counts.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';

/**
 * A time goal in milliseconds. `npm run faults` holds us to it on a machine of its own; `npm test` shares its cores with
 * whatever else runs and only guards against hanging.
 */
export function timeGoal(millis: number): number {
  return isFullScale ? millis : millis * 6;
}

export function rounds(small: number, full: number): number {
  return isFullScale ? full : small;
}
