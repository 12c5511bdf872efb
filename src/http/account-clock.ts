// Context with the caller's clock. Sandbox accounts can advance their test clock; otherwise the context is returned
// unchanged (same object).
import type { Context } from '../context.ts';
import { withOffset } from '../lib/clock.ts';
import type { Principal } from './principal.ts';

export function withAccountClock<C extends Pick<Context, 'clock'>>(
  { clockAheadSeconds }: Pick<Principal, 'clockAheadSeconds'>,
  context: C,
): C {
  if (clockAheadSeconds === 0) return context;
  return { ...context, clock: withOffset(context.clock, clockAheadSeconds * 1_000) };
}
