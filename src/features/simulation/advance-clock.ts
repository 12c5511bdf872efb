// POST /sandbox/clock/advance and DELETE /sandbox/clock: the test clock of an account. Advancing it makes pending
// simulation steps due accordingly.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import { type ClockAdvance, offsetAfterMove } from '../../domain/test-clock.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { advanceJobs } from '../../jobs/due-job-reschedule-store.ts';
import { lockClockAheadSeconds, setClockAheadSeconds } from '../accounts/account-clock-store.ts';
import { bookingActorOf } from '../bookings/booking-actor.ts';
import { presentClock } from './clock-view.ts';
import { SIMULATION_JOB } from './simulation-job.ts';

export interface ClockContext extends Pick<Context, 'db' | 'ids' | 'clock'> {
  /** Resolves when every process has the account's new clock offset. */
  readonly announceAccount: (accountId: string) => Promise<void>;
}

export interface ClockRequest {
  readonly principal: Principal;
  readonly requestId: string;
  readonly remember: Remember;
}

export function advanceClock(
  context: ClockContext,
  request: ClockRequest,
  move: ClockAdvance,
): Promise<Answer> {
  return moveClock(context, request, (aheadSeconds, realNowMs) =>
    offsetAfterMove(aheadSeconds, move, realNowMs),
  );
}

/** Sets the test clock back to the real time. Stored timestamps do not change. */
export function resetClock(context: ClockContext, request: ClockRequest): Promise<Answer> {
  return moveClock(context, request, () => 0);
}

async function moveClock(
  context: ClockContext,
  { principal, requestId, remember }: ClockRequest,
  target: (aheadSeconds: number, realNowMs: number) => number,
): Promise<Answer> {
  const { accountId } = principal;
  const now = context.clock.now();
  const write = async (trx: AccountTransaction): Promise<Answer> => {
    const before = await lockClockAheadSeconds(trx, accountId);
    const after = target(before, now.getTime());
    await setClockAheadSeconds(trx, accountId, after);
    if (after > before) await advanceJobs(trx, { kind: SIMULATION_JOB, accountId }, after - before);
    await recordAudit(trx, {
      id: context.ids.next(),
      accountId,
      actor: bookingActorOf(principal, requestId).actor,
      action: 'account.clock_moved',
      subject: { kind: 'account', id: accountId },
      requestId,
      at: now,
    });
    const answer = { status: 200, body: JSON.stringify(presentClock(now, after)) };
    await remember(trx, answer);
    return answer;
  };
  const answer = await context.db.forAccount(accountId).transaction().execute(write);
  await context.announceAccount(accountId);
  return answer;
}
