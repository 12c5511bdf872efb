// Assigns a crew to a booking. The crew is engaged in the transaction that changes the booking, so that concurrent
// assignments can never give one crew to two bookings at the same time.
import type { TransactionHook } from '../../../db/transaction-hook.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import type { Moment, Transition } from '../../../domain/booking/booking-transitions.ts';
import type { AssignedCrew } from '../../../domain/dispatch/crew.ts';
import { type CrewSlot, earliestSlot, matchCrew } from '../../../domain/dispatch/crew-fit.ts';
import { jobFrom } from '../../../domain/dispatch/dispatch-job.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { type BookingChange, changeBooking } from '../../bookings/change-booking.ts';
import { assignedCrew } from './assigned-crew.ts';
import { chooseMaskedNumber } from './choose-masked-number.ts';
import { loadCandidates } from './crew-candidate-store.ts';
import type { CrewRecord } from './crew-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { offerStateIn, takeCrew } from './engagement-store.ts';
import { findPlannedArrival } from './open-job-store.ts';
import { crewUnavailable } from './roster-problems.ts';

export interface EngageCrewInput {
  readonly accountId: string;
  readonly bookingId: string;
  readonly crew: CrewRecord;
  /** The planned slot. null: the next gap in the crew's schedule, or else as early as the crew can arrive. */
  readonly slot: CrewSlot | null;
  /** The offer that is being accepted. It must still be open. */
  readonly offerId?: string;
  readonly action: string;
  readonly decide: (booking: Booking, crew: AssignedCrew, moment: Moment) => Transition;
}

interface Inputs {
  readonly crew: AssignedCrew;
  readonly slot: CrewSlot;
}

/** A concurrent assignment took the masked number. */
class NumberTaken extends Error {}

const maxNumberAttempts = 5;

/** Returns the booking in the wire format. */
export async function engageCrew(
  context: DispatchContext,
  actor: Actor,
  input: EngageCrewInput,
  hook?: TransactionHook<string>,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    let facts: Inputs | null = null;
    try {
      const change = {
        ...engagementChange(context, input, taken, (decided) => {
          facts = decided;
        }),
        alsoWrite: async (trx: Transaction) => {
          if (facts) await takeOrThrow(context, trx, input, facts);
        },
      };
      return await changeBooking(context, actor, input, change, hook);
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error;
      if (taken.size >= maxNumberAttempts)
        throw crewUnavailable('Too many bookings are being assigned at the same time. Try again.');
      taken.add(error.message);
    }
  }
}

function engagementChange(
  context: DispatchContext,
  { bookingId, crew, slot, action, decide }: EngageCrewInput,
  taken: ReadonlySet<string>,
  onDecide: (facts: Inputs) => void,
): BookingChange<Inputs> {
  return {
    action,
    prepare: async (booking) => {
      const number = await chooseMaskedNumber(context, bookingId, taken);
      const now = context.clock.now();
      const plannedMs = await findPlannedArrival(context.system, { bookingId, crewId: crew.id }, now);
      const facts = {
        crew: { ...assignedCrew(crew, number, context.environment.publicUrl), plannedMs },
        slot: slot ?? (await manualSlot(context, booking, crew, now.getTime())),
      };
      return { facts, fresh: [], area: null, about: 'plan' };
    },
    decide: (booking, facts, moment) => {
      onDecide(facts);
      return withCrewName(crew, () => decide(booking, facts.crew, moment));
    },
  };
}

/**
 * The slot that fits the crew's schedule. If none fits, the earliest possible one: a dispatcher may overrule the
 * schedule.
 */
async function manualSlot(
  { system }: DispatchContext,
  booking: Booking,
  crew: CrewRecord,
  nowMs: number,
): Promise<CrewSlot> {
  const job = jobFrom(booking, nowMs);
  const until = new Date(job.latestMs + job.durationMs);
  const candidates = await loadCandidates(system, {
    now: new Date(nowMs),
    until,
    exceptBookingId: booking.id,
  });
  const candidate = candidates.find(({ id }) => id === crew.id);
  const fit = candidate && matchCrew(job, candidate, nowMs);
  return fit?.fits ? fit.slot : earliestSlot(job, crew, nowMs);
}

type Transaction = Parameters<typeof takeCrew>[0];

async function takeOrThrow(
  { clock }: DispatchContext,
  trx: Transaction,
  { accountId, bookingId, crew, offerId }: EngageCrewInput,
  { slot, crew: { phoneNumber } }: Inputs,
): Promise<void> {
  const engagement = { crewId: crew.id, bookingId, accountId, slot, maskedNumber: phoneNumber };
  const result = await takeCrew(trx, engagement, clock.now());
  if (result === 'number_taken') throw new NumberTaken(phoneNumber ?? '');
  if (result === 'busy')
    throw crewUnavailable(`The crew ${crew.name} is engaged in another booking at that time.`);
  if (result === 'retired') throw crewUnavailable(`The crew ${crew.name} is retired.`);
  const offerState = offerId === undefined ? 'accepted' : await offerStateIn(trx, offerId, accountId);
  if (offerState !== 'accepted')
    throw Problem.of('offer_closed', `The offer is ${offerState ?? 'withdrawn'}.`);
}

/** Replaces errors about `crew.*` parameters by an error that names the requested crew. */
function withCrewName<T>({ name, retiredAt }: CrewRecord, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof Problem) || !error.param?.startsWith('crew.')) throw error;
    throw crewUnavailable(retiredAt ? `The crew ${name} is retired.` : error.message);
  }
}
