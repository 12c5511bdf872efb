// The clock of whoever calls. In the sandbox an account may have moved its own; in production nobody has, and the context
// stays the very same object.
import type { Context } from '../context.ts';
import { aheadOf } from '../lib/clock.ts';
import type { Principal } from './principal.ts';

export function byClockOf<C extends Pick<Context, 'clock'>>(
  { clockAheadSeconds }: Pick<Principal, 'clockAheadSeconds'>,
  context: C,
): C {
  if (clockAheadSeconds === 0) return context;
  return { ...context, clock: aheadOf(context.clock, clockAheadSeconds * 1_000) };
}
