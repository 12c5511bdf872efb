// The context of a partner's request. Sandbox accounts can advance their test clock; otherwise the context is returned
// unchanged (same object).
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { withOffset } from '../../lib/clock.ts';
import { principalOf } from '../surfaces/partner-middleware.ts';

/** The context with the clock of the caller's account. */
export function accountContext<C extends Pick<Context, 'clock'>>(context: C, request: FastifyRequest): C {
  const { clockAheadSeconds } = principalOf(request);
  if (clockAheadSeconds === 0) return context;
  return { ...context, clock: withOffset(context.clock, clockAheadSeconds * 1_000) };
}
