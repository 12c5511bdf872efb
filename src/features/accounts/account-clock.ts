// The context of background work for one account. Sandbox accounts can advance their test clock; otherwise the context is
// returned unchanged (same object).
import type { Context } from '../../context.ts';
import { withOffset } from '../../lib/clock.ts';
import { loadClockAheadSeconds } from './account-clock-store.ts';

/** The context with the clock of the account. */
export async function inAccountTime<C extends Pick<Context, 'clock' | 'db'>>(
  context: C,
  accountId: string,
): Promise<C> {
  const seconds = await loadClockAheadSeconds(context.db.forAccount(accountId), accountId);
  return seconds === 0 ? context : { ...context, clock: withOffset(context.clock, seconds * 1_000) };
}
