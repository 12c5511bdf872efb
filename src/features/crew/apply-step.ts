// Applies one reported step exactly once, through the use cases that operators use too, with the time at which it
// happened. The result is stored in the transaction of the effect. Permanent failures are stored as `refused`;
// transient ones (database or service unavailable) are thrown, and the phone retries.
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { formatStopFailure } from '../../domain/booking/stop-failure-reasons.ts';
import {
  checkReport,
  type ReportDecision,
  type ReportKind,
  type ReportRefusal,
} from '../../domain/dispatch/crew-step-check.ts';
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import type { Actor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { estimateEta } from '../dispatch/estimate-eta.ts';
import {
  arriveAtStop,
  completeStop,
  departForStop,
  failStop,
  type Precondition,
  type Report,
} from '../dispatch/report-progress.ts';
import type { CrewContext } from './crew-context.ts';
import type { Point } from './crew-schemas.ts';
import type { CrewAction } from './parse-action.ts';
import { photoUrlsOf } from './save-crew-photo.ts';
import {
  appliedInsertion,
  type ReportedAction,
  type StoredResult,
  storeResultOnce,
} from './synced-action-store.ts';

export type CrewStep = Extract<CrewAction, { readonly kind: ReportKind }>;

export interface Reporter {
  readonly member: CrewPrincipal;
  readonly actor: Actor;
}

export type StepResult = StoredResult & { readonly isFirst: boolean };

/** The report does not apply to the current state of the booking. */
class NotApplicable extends Error {
  readonly verdict: Exclude<ReportDecision, 'news'>;

  constructor(verdict: Exclude<ReportDecision, 'news'>) {
    super(verdict);
    this.verdict = verdict;
  }
}

/** `bookingRef` is null if the crew was never engaged in the booking. */
export async function applyStep(
  context: CrewContext,
  reporter: Reporter,
  bookingRef: BookingRef | null,
  step: CrewStep,
): Promise<StepResult> {
  const reported = reportedAction(context, reporter, bookingRef, step);
  const { crewId } = reporter.member;
  if (!bookingRef || crewId === null)
    return storeResultOnce(context.system, reported, { result: 'refused', reason: 'not_yours' });
  const precondition: Precondition = (booking, { nowMs }) => {
    const verdict = checkReport(
      booking,
      { kind: step.kind, crewId, stopId: step.stop_id, atMs: reported.occurredAt.getTime() },
      nowMs,
    );
    if (verdict !== 'news') throw new NotApplicable(verdict);
  };
  const hook = () => [appliedInsertion(reported)];
  const report = { context, actor: reporter.actor, bookingRef, precondition, hook };
  try {
    await runUseCase(context, reporter.member, report, step);
    return { result: 'applied', reason: null, isFirst: true };
  } catch (error) {
    return storeResultOnce(context.system, reported, resultOf(error));
  }
}

function reportedAction(
  { clock }: CrewContext,
  { member }: Reporter,
  bookingRef: BookingRef | null,
  step: CrewStep,
): ReportedAction {
  return {
    memberId: member.memberId,
    id: step.id,
    accountId: bookingRef?.accountId ?? null,
    bookingId: step.booking_id,
    stopId: step.stop_id,
    kind: step.kind,
    occurredAt: new Date(step.at),
    receivedAt: clock.now(),
  };
}

async function runUseCase(context: CrewContext, member: CrewPrincipal, report: Report, step: CrewStep) {
  const { bookingRef } = report;
  const reached = { stopId: step.stop_id, occurredAt: new Date(step.at) };
  switch (step.kind) {
    case 'depart': {
      const eta = step.location
        ? await estimateEta(context, bookingRef, positionOf(step, step.location))
        : null;
      return departForStop(report, { ...reached, eta });
    }
    case 'arrive':
      return arriveAtStop(report, reached);
    case 'complete': {
      const photoUrls = await photoUrlsOf(context, member, bookingRef, step.photo_ids);
      return completeStop(report, { ...reached, photoUrls });
    }
    case 'cannot_complete': {
      const photoUrls = await photoUrlsOf(context, member, bookingRef, step.photo_ids ?? []);
      const reason = formatStopFailure(step.reason, step.note ?? null);
      return failStop(report, { ...reached, reason, photoUrls });
    }
    default:
      return step satisfies never;
  }
}

function positionOf({ at, stop_id }: CrewStep, [longitude, latitude]: Point) {
  return { location: { longitude, latitude }, seenAt: new Date(at), stopId: stop_id };
}

/** Maps permanent failures to a stored result; rethrows all others. */
function resultOf(error: unknown): StoredResult {
  if (isUniqueViolation(error, 'crew_action_pkey')) return { result: 'already_so', reason: null };
  if (error instanceof NotApplicable) {
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
