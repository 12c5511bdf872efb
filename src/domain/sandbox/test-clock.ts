// Test clock of a sandbox account: real time plus an offset. It only moves forward, because past events cannot be
// undone; a reset sets it to real time.
import { Problem } from '../../lib/problem.ts';

export const MAX_AHEAD_SECONDS = 366 * 24 * 3_600;

export type ClockAdvance = { readonly seconds: number } | { readonly toMs: number };

/** The offset after the move, in seconds. */
export function offsetAfterMove(aheadSeconds: number, move: ClockAdvance, realNowMs: number): number {
  const isRelative = 'seconds' in move;
  // Whole seconds, rounded up: a clock set to a time shows that time or less than one second more.
  const after = isRelative ? aheadSeconds + move.seconds : Math.ceil((move.toMs - realNowMs) / 1_000);
  const param = isRelative ? 'seconds' : 'to';
  if (after < aheadSeconds) {
    const now = new Date(realNowMs + aheadSeconds * 1_000).toISOString();
    throw invalidMove(
      param,
      `${param} is before the current time of the test clock, ${now}. The clock can only move forward.`,
    );
  }
  if (after > MAX_AHEAD_SECONDS) {
    const left = MAX_AHEAD_SECONDS - aheadSeconds;
    throw invalidMove(
      param,
      `${param} is too far ahead: the test clock is limited to 366 days ahead of real time, ${left} seconds more than now. ` +
        'To reset it, call DELETE /sandbox/clock.',
    );
  }
  return after;
}

function invalidMove(param: string, message: string): Problem {
  return Problem.of('invalid_parameter', message, { param });
}
