// POST /sandbox/clock/advance and DELETE /sandbox/clock: the test clock of an account. Advancing it makes pending
// simulation steps, and moving on from completed stops, due accordingly.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import { runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import { type ClockAdvance, offsetAfterMove } from '../../domain/sandbox/test-clock.ts';
import { advanceJobs } from '../../jobs/due-job-reschedule-store.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { lockClockAheadSeconds, setClockAheadSeconds } from '../accounts/account-clock-store.ts';
import { MOVE_ON_JOB } from '../dispatch/move-on-job.ts';
import { SIMULATION_JOB } from './simulation-job.ts';

/** Due jobs that follow the test clock. */
const advancedJobs = [SIMULATION_JOB, MOVE_ON_JOB];

export interface ClockContext extends Pick<Context, 'db' | 'ids' | 'clock'> {
  /** Resolves when every process has the account's new clock offset. */
  readonly announceAccount: (accountId: string) => Promise<void>;
}

/** The test clock after a change. */
export interface MovedClock {
  readonly now: Date;
  readonly aheadSeconds: number;
}

export function advanceClock(
  context: ClockContext,
  actor: AccountActor,
  move: ClockAdvance,
  hook: TransactionHook<MovedClock>,
): Promise<MovedClock> {
  return moveClock(context, actor, hook, (aheadSeconds, realNowMs) =>
    offsetAfterMove(aheadSeconds, move, realNowMs),
  );
}

/** Sets the test clock back to the real time. Stored timestamps do not change. */
export function resetClock(
  context: ClockContext,
  actor: AccountActor,
  hook: TransactionHook<MovedClock>,
): Promise<MovedClock> {
  return moveClock(context, actor, hook, () => 0);
}

async function moveClock(
  context: ClockContext,
  actor: AccountActor,
  hook: TransactionHook<MovedClock>,
  target: (aheadSeconds: number, realNowMs: number) => number,
): Promise<MovedClock> {
  const { accountId } = actor;
  const now = context.clock.now();
  const write = async (trx: AccountTransaction): Promise<MovedClock> => {
    const before = await lockClockAheadSeconds(trx, accountId);
    const aheadSeconds = target(before, now.getTime());
    await setClockAheadSeconds(trx, accountId, aheadSeconds);
    if (aheadSeconds > before)
      await advanceJobs(trx, { kinds: advancedJobs, accountId }, aheadSeconds - before);
    await recordAudit(trx, context, actor, {
      accountId,
      action: 'account.clock_moved',
      subject: { kind: 'account', id: accountId },
    });
    const moved = { now, aheadSeconds };
    await runHook(trx, hook, moved);
    return moved;
  };
  const moved = await context.db.forAccount(accountId).transaction().execute(write);
  await context.announceAccount(accountId);
  return moved;
}
