// The test clock of a sandbox account: it runs like any clock, ahead of the world's by as much as it was moved. It moves
// forward only, for what has happened does not unhappen; to begin anew it goes back to the time of the world.
import { Problem } from '../lib/problem.ts';

export const MAX_AHEAD_SECONDS = 366 * 24 * 3_600;

export type ClockMove = { readonly seconds: number } | { readonly toMs: number };

/** How far ahead the clock is after the move. */
export function aheadAfter(aheadSeconds: number, move: ClockMove, worldMs: number): number {
  const isBy = 'seconds' in move;
  // Whole seconds: a clock that is set shows the moment, or less than a second more.
  const after = isBy ? aheadSeconds + move.seconds : Math.ceil((move.toMs - worldMs) / 1_000);
  const param = isBy ? 'seconds' : 'to';
  if (after < aheadSeconds) {
    const now = new Date(worldMs + aheadSeconds * 1_000).toISOString();
    throw refused(
      param,
      `${param} is in the past of this account: it is ${now}. The clock moves forward only.`,
    );
  }
  if (after > MAX_AHEAD_SECONDS) {
    const left = MAX_AHEAD_SECONDS - aheadSeconds;
    throw refused(
      param,
      `${param} is too far: the clock runs at most 366 days ahead, and can move by ${left} seconds more. DELETE /sandbox/clock begins anew.`,
    );
  }
  return after;
}

function refused(param: string, message: string): Problem {
  return Problem.of('invalid_parameter', message, { param });
}
