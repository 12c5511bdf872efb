// Gives a crew to a booking: the crew is taken in the transaction that moves the booking, so that no two bookings ever have
// one crew at one time, whoever is at it at once.
import { type Booking, firstStopDone } from '../../../domain/booking.ts';
import type { Moment, Transition } from '../../../domain/booking-transitions.ts';
import type { AssignedCrew } from '../../../domain/crew.ts';
import { type CrewSlot, fitOf, promptSlot } from '../../../domain/crew-fit.ts';
import { type DispatchJob, jobFacts, jobOf } from '../../../domain/dispatch-job.ts';
import type { Remember } from '../../../http/idempotent-write.ts';
import { Problem } from '../../../lib/problem.ts';
import { type BookingChange, moveBooking } from '../../bookings/change-booking.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import { assignedCrew } from './assigned-crew.ts';
import { chooseNumber } from './choose-masked-number.ts';
import { loadCandidates } from './crew-candidate-store.ts';
import type { CrewRecord } from './crew-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { offerStateIn, takeCrew } from './engagement-store.ts';
import { crewUnavailable } from './roster-problems.ts';

export interface Giving {
  readonly accountId: string;
  readonly bookingId: string;
  readonly crew: CrewRecord;
  /** As it was planned; null: between what the crew does already, or else as early as it can be there. */
  readonly slot: CrewSlot | null;
  /** The crew has it because it was offered: that must still be so. */
  readonly offerId?: string;
  readonly action: string;
  readonly decide: (booking: Booking, crew: AssignedCrew, moment: Moment) => Transition;
}

interface Facts {
  readonly crew: AssignedCrew;
  readonly slot: CrewSlot;
}

/** Somebody else was faster to be given the number. */
class NumberTaken extends Error {}

const mostNumbers = 5;

/** Returns the booking as partners see it. */
export async function giveCrew(
  context: DispatchContext,
  actor: Mover,
  giving: Giving,
  remember?: Remember,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    let facts: Facts | null = null;
    try {
      const change = changeTo(context, giving, taken, (chosen) => {
        facts = chosen;
      });
      const { body } = await moveBooking(context, giving.accountId, change, actor, async (trx, answer) => {
        if (facts) await take(context, trx, giving, facts);
        await remember?.(trx, answer);
      });
      return body ?? '';
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error;
      if (taken.size >= mostNumbers)
        throw crewUnavailable('Too many bookings are assigned at once. Try again.');
      taken.add(error.message);
    }
  }
}

function changeTo(
  context: DispatchContext,
  { bookingId, crew, slot, action, decide }: Giving,
  taken: ReadonlySet<string>,
  chosen: (facts: Facts) => void,
): BookingChange<Facts> {
  return {
    bookingId,
    action,
    status: 200,
    prepare: async (booking) => {
      const number = await chooseNumber(context, bookingId, taken);
      const nowMs = context.clock.now().getTime();
      const facts = {
        crew: assignedCrew(crew, number, context.environment.publicUrl),
        slot: slot ?? (await slotByHand(context, booking, crew, nowMs)),
      };
      return { facts, fresh: [], area: null, about: 'plan' };
    },
    decide: (booking, facts, moment) => {
      chosen(facts);
      return sayingWhichCrew(crew, () => decide(booking, facts.crew, moment));
    },
  };
}

/** Where it fits into the crew's day; a dispatcher may also send it where it does not. */
async function slotByHand(
  { system }: DispatchContext,
  booking: Booking,
  crew: CrewRecord,
  nowMs: number,
): Promise<CrewSlot> {
  const job = jobFrom(booking, nowMs);
  const until = new Date(Math.max(job.latestMs, nowMs) + job.durationMs);
  const candidates = await loadCandidates(system, {
    now: new Date(nowMs),
    until,
    exceptBookingId: booking.id,
  });
  const candidate = candidates.find(({ id }) => id === crew.id);
  const fit = candidate && fitOf(job, candidate, nowMs);
  return fit?.fits ? fit.slot : promptSlot(job, crew, nowMs);
}

/** Who takes over a job that is under way is busy at once, whatever its window says. */
export function jobFrom(booking: Booking, nowMs: number): DispatchJob {
  const job = jobOf(jobFacts(booking));
  return firstStopDone(booking) ? { ...job, earliestMs: nowMs } : job;
}

type Take = Parameters<typeof takeCrew>[0];

async function take(
  { clock }: DispatchContext,
  trx: Take,
  { accountId, bookingId, crew, offerId }: Giving,
  { slot, crew: { phoneNumber } }: Facts,
): Promise<void> {
  const engagement = { crewId: crew.id, bookingId, accountId, slot, maskedNumber: phoneNumber };
  const taking = await takeCrew(trx, engagement, clock.now());
  if (taking === 'number_taken') throw new NumberTaken(phoneNumber ?? '');
  if (taking === 'busy')
    throw crewUnavailable(`The crew ${crew.name} is engaged in another booking at that time.`);
  if (taking === 'retired') throw crewUnavailable(`The crew ${crew.name} is retired.`);
  const offerState = offerId === undefined ? 'accepted' : await offerStateIn(trx, offerId, accountId);
  if (offerState !== 'accepted')
    throw Problem.of('offer_closed', `The offer is ${offerState ?? 'withdrawn'}.`);
}

/** What does not fit about a crew is told of the crew that was asked for. */
function sayingWhichCrew<T>({ name, retiredAt }: CrewRecord, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof Problem) || !error.param?.startsWith('crew.')) throw error;
    throw crewUnavailable(retiredAt ? `The crew ${name} is retired.` : error.message);
  }
}
