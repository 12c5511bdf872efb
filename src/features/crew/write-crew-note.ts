// Use case: stores a note of a crew member about a stop, or a problem on the way to it. The note and its result are written in one transaction, so that
// a repeated report adds no second note. Dispatchers and the crew see it; partners and customers do not.
import { recordAudit } from '../../db/audit-store.ts';
import { formatCrewProblem } from '../../domain/dispatch/crew-problem.ts';
import { CLOCK_SKEW_MS, type ReportRefusal } from '../../domain/dispatch/crew-step-check.ts';
import { inTransaction } from '../accounts/system/admin-context.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import type { Reporter, StepResult } from './apply-step.ts';
import type { CrewContext } from './crew-context.ts';
import { hasStop, insertCrewNote } from './crew-note-store.ts';
import type { CrewAction } from './parse-action.ts';
import { storeResultOnce } from './synced-action-store.ts';

type NoteAction = Extract<CrewAction, { readonly kind: 'note' | 'problem' }>;

/** `bookingRef` is null if the crew was never engaged in the booking. A crew may add notes after its last stop. */
export async function writeCrewNote(
  context: CrewContext,
  { member, actor }: Reporter,
  bookingRef: BookingRef | null,
  action: NoteAction,
): Promise<StepResult> {
  const { id, booking_id: bookingId, stop_id: stopId, at, kind } = action;
  const text = kind === 'problem' ? formatCrewProblem(action.problem, action.note) : action.note;
  const receivedAt = context.clock.now();
  const occurredAt = new Date(Math.min(Date.parse(at), receivedAt.getTime()));
  const accountId = bookingRef?.accountId ?? null;
  const { memberId } = member;
  const reported = {
    memberId,
    id,
    accountId,
    bookingId,
    stopId,
    kind,
    occurredAt,
    receivedAt,
  } as const;
  const stored = await inTransaction(context.system, async (trx) => {
    const reason = await refusalOf();
    if (reason !== null || bookingRef === null)
      return storeResultOnce(trx, reported, { result: 'refused', reason: reason ?? 'not_yours' });
    const result = await storeResultOnce(trx, reported, { result: 'applied', reason: null });
    if (!result.isFirst) return result;
    const note = { id: context.ids.next(), bookingRef, stopId, memberId, kind, text, at: occurredAt };
    await insertCrewNote(trx, note);
    await recordAudit(trx, context, actor, {
      accountId: bookingRef.accountId,
      action: 'booking.note_added',
      subject: { kind: 'booking', id: bookingId },
    });
    return result;

    async function refusalOf(): Promise<ReportRefusal | null> {
      if (Date.parse(at) > receivedAt.getTime() + CLOCK_SKEW_MS) return 'in_future';
      return bookingRef && !(await hasStop(trx, bookingRef, stopId)) ? 'stop_gone' : null;
    }
  });
  if (stored.isFirst && stored.result === 'applied') context.announceOffers([bookingId]);
  return stored;
}
