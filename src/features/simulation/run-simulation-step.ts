// Runs the next step of a sandbox booking. Every step goes through the state machine and produces the same events as a
// production booking.
import type { Booking } from '../../domain/booking/booking.ts';
import { assignCrew, updateCrewPosition } from '../../domain/booking/booking-crew.ts';
import { failBooking } from '../../domain/booking/booking-ending.ts';
import {
  arriveAt,
  completeStop,
  departFor,
  moveOn,
  retryStop,
} from '../../domain/booking/booking-progress.ts';
import type { Moment, Transition } from '../../domain/booking/booking-transitions.ts';
import { nextSimulationStep, type SimulationStep } from '../../domain/sandbox/simulation-script.ts';
import { syntheticCrew } from '../../domain/sandbox/synthetic-crew.ts';
import type { Actor } from '../../lib/actor.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { type BookingChange, type BookingChangeContext, changeBooking } from '../bookings/change-booking.ts';
import { avatarUrl, simulatedAvatarPath } from '../dispatch/avatar.ts';
import { settlementInputs } from '../dispatch/settlement-inputs.ts';

export interface SimulationContext extends BookingChangeContext {
  readonly stepMillis: number;
  /** Creates the photo of a stop and returns its URL. */
  readonly photograph: (booking: Booking, position: number) => Promise<string>;
}

/** Runs the next automatic step. Returns whether the simulation continues. */
export async function runSimulationStep(
  context: SimulationContext,
  actor: Actor,
  bookingRef: BookingRef,
): Promise<boolean> {
  let continues = true;
  const change = simulationStepChange(context, automaticStep, (booking) => {
    continues = false;
    return { booking, events: [] };
  });
  await changeBooking(context, actor, bookingRef, change);
  return continues;
}

/** Bookings without `simulation` only run the failure that their magic order number requests. */
function automaticStep(booking: Booking): SimulationStep | null {
  const step = nextSimulationStep(booking);
  return booking.simulation === 'auto' || step?.kind === 'fail' ? step : null;
}

/** The next step as a booking change. `whenOver` decides for bookings without a next step. */
export function simulationStepChange(
  context: SimulationContext,
  next: (booking: Booking) => SimulationStep | null,
  whenOver: (booking: Booking) => Transition,
): BookingChange<string | null> {
  return {
    action: 'booking.simulated',
    prepare: async (booking) => {
      const step = next(booking);
      const photoUrl = step?.kind === 'complete' ? await context.photograph(booking, step.position) : null;
      return { facts: photoUrl, fresh: [], area: null };
    },
    // The booking may have changed since `prepare`, so the step is determined again from the current state.
    decide: (booking, photoUrl, moment) => {
      const step = next(booking);
      return step ? applyStep(context, booking, step, photoUrl, moment) : whenOver(booking);
    },
  };
}

function applyStep(
  context: SimulationContext,
  booking: Booking,
  step: SimulationStep,
  photoUrl: string | null,
  moment: Moment,
): Transition {
  const etaIn = (steps: number) => moment.nowMs + steps * context.stepMillis;
  switch (step.kind) {
    case 'fail':
      return failBooking(booking, step, moment);
    case 'assign':
      return assignCrew(booking, { crew: crewFor(context, booking) }, moment);
    case 'depart':
      return departFor(booking, { stopId: step.stopId, etaMs: etaIn(step.stepsToStop) }, moment);
    case 'drive': {
      const { location, stepsToStop } = step;
      const position = { location, etaMs: etaIn(stepsToStop), intervalMs: 0 };
      return updateCrewPosition(booking, position, moment);
    }
    case 'arrive':
      return arriveAt(booking, step, moment);
    case 'complete': {
      const photoUrls = photoUrl === null ? [] : [photoUrl];
      const report = { stopId: step.stopId, photoUrls, outcome: 'done', reason: null } as const;
      return completeStop(booking, report, moment);
    }
    case 'move_on':
      return moveOn(booking, step, settlementInputs(context, booking), moment);
    case 'retry':
      return retryStop(booking, step, moment);
    case 'skip': {
      const { stopId, reason } = step;
      const report = { stopId, photoUrls: [], outcome: 'skipped', reason } as const;
      return completeStop(booking, report, moment);
    }
  }
}

/** A crew that differs from all previous crews of the booking. */
export function crewFor(
  { ids, environment }: Pick<SimulationContext, 'ids' | 'environment'>,
  booking: Booking,
) {
  return syntheticCrew({
    crewId: ids.next(),
    bookingId: booking.id,
    product: booking.product,
    predecessors: booking.previousDispatches.length,
    replaces: booking.crew,
    avatarUrl: (firstName) => avatarUrl(environment.publicUrl + simulatedAvatarPath, firstName),
  });
}
