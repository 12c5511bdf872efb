// Applies one reported step exactly once, through the use cases that operators use too, with the time at which it
// happened. The result is stored in the transaction of the effect. Permanent failures are stored as `refused`;
// transient ones (database or service unavailable) are thrown, and the phone retries.
import { isUniqueViolation } from '../../db/unique-violation.ts';
import {
  judgeReport,
  type ReportKind,
  type ReportRefusal,
  type ReportVerdict,
} from '../../domain/crew-step-check.ts';
import { sayTrouble } from '../../domain/stop-failure-reasons.ts';
import type { CrewPrincipal } from '../../http/crew-principal.ts';
import { Problem } from '../../lib/problem.ts';
import type { Along } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import { arriveAtStop } from '../dispatch/arrive-at-stop.ts';
import type { BookingPlace } from '../dispatch/booking-ref.ts';
import { completeStop } from '../dispatch/complete-stop.ts';
import { departForStop } from '../dispatch/depart-for-stop.ts';
import { failStop } from '../dispatch/fail-stop.ts';
import type { StopNews } from '../dispatch/transition-booking.ts';
import type { CrewContext } from './crew-context.ts';
import type { CrewAction } from './crew-wire.ts';
import { estimateEta } from './estimate-eta.ts';
import { photoUrlsOf } from './save-crew-photo.ts';
import { appliedInsertion, type StoredResult, settleResult, type ToldAction } from './synced-action-store.ts';

export type CrewStep = Extract<CrewAction, { readonly kind: ReportKind }>;

export interface Reporter {
  readonly member: CrewPrincipal;
  readonly mover: Mover;
}

export type StepResult = StoredResult & { readonly isFirst: boolean };

/** The report does not apply to the current state of the booking. */
class Unfit extends Error {
  readonly verdict: Exclude<ReportVerdict, 'news'>;

  constructor(verdict: Exclude<ReportVerdict, 'news'>) {
    super(verdict);
    this.verdict = verdict;
  }
}

/** `place` is null if the crew was never engaged in the booking. */
export async function applyStep(
  context: CrewContext,
  reporter: Reporter,
  place: BookingPlace | null,
  step: CrewStep,
): Promise<StepResult> {
  const told = toldOf(context, reporter, place, step);
  const { crewId } = reporter.member;
  if (!place || crewId === null)
    return settleResult(context.system, told, { result: 'refused', reason: 'not_yours' });
  const inspect: StopNews['inspect'] = (booking, { nowMs }) => {
    const verdict = judgeReport(
      booking,
      { kind: step.kind, crewId, stopId: step.stop_id, atMs: told.occurredAt.getTime() },
      nowMs,
    );
    if (verdict !== 'news') throw new Unfit(verdict);
  };
  const news = { stopId: step.stop_id, occurredAt: told.occurredAt, inspect };
  const along: Along = async (trx) => {
    await appliedInsertion(told).execute(trx);
  };
  try {
    await move(context, reporter, place, step, news, along);
    return { result: 'applied', reason: null, isFirst: true };
  } catch (error) {
    return settleResult(context.system, told, resultOf(error));
  }
}

function toldOf(
  { clock }: CrewContext,
  { member }: Reporter,
  place: BookingPlace | null,
  step: CrewStep,
): ToldAction {
  return {
    memberId: member.memberId,
    id: step.id,
    accountId: place?.accountId ?? null,
    bookingId: step.booking_id,
    stopId: step.stop_id,
    kind: step.kind,
    occurredAt: new Date(step.at),
    receivedAt: clock.now(),
  };
}

async function move(
  context: CrewContext,
  { member, mover }: Reporter,
  place: BookingPlace,
  step: CrewStep,
  news: StopNews,
  along: Along,
): Promise<unknown> {
  switch (step.kind) {
    case 'depart': {
      const eta = step.location ? await estimateEta(context, place, step, step.location) : null;
      return departForStop(context, mover, place, { ...news, eta }, along);
    }
    case 'arrive':
      return arriveAtStop(context, mover, place, news, along);
    case 'complete': {
      const photoUrls = await photoUrlsOf(context, member, place, step.photo_ids);
      return completeStop(context, mover, place, { ...news, photoUrls }, along);
    }
    case 'cannot_complete': {
      const photoUrls = await photoUrlsOf(context, member, place, step.photo_ids ?? []);
      const reason = sayTrouble(step.reason, step.note ?? null);
      return failStop(context, mover, place, { ...news, reason, photoUrls }, along);
    }
    default:
      return step satisfies never;
  }
}

/** Maps permanent failures to a stored result; rethrows all others. */
function resultOf(error: unknown): StoredResult {
  if (isUniqueViolation(error, 'crew_action_pkey')) return { result: 'already_so', reason: null };
  if (error instanceof Unfit) {
    const { verdict } = error;
    return verdict === 'already_so'
      ? { result: verdict, reason: null }
      : { result: 'refused', reason: verdict };
  }
  const reason = error instanceof Problem ? refusalOf(error) : null;
  if (reason === null) throw error;
  return { result: 'refused', reason };
}

function refusalOf({ code, kind }: Problem): ReportRefusal | null {
  if (code === 'crew_unavailable') return 'busy';
  return kind === 'conflict' || kind === 'not_found' ? 'wrong_step' : null;
}
