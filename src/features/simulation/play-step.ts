// Plays the next step of a sandbox booking. Whatever a step does goes through the state machine and is told like anything
// that happens to a real booking.
import type { Booking } from '../../domain/booking.ts';
import { assignCrew, updateCrewPosition } from '../../domain/booking-crew.ts';
import { arriveAt, completeStop, departFor, retryStop } from '../../domain/booking-progress.ts';
import type { Moment, Transition } from '../../domain/booking-transitions.ts';
import {
  nextSimulationStep,
  type SimulationStep,
  simulatedLaborMinutes,
} from '../../domain/simulation-script.ts';
import { syntheticCrew } from '../../domain/synthetic-crew.ts';
import { type BookingChange, type MovingContext, moveBooking } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import { avatarUrl } from './avatar.ts';

export interface SimulationContext extends MovingContext {
  readonly stepMillis: number;
  /** Takes a picture of what the crew did at a stop and says where it can be seen. */
  readonly photograph: (booking: Booking, position: number) => Promise<string>;
}

/** What the next step needs to know of those before. */
export interface Progress {
  /** The position of the stop that is driven to, and how often it was told where the crew is. */
  readonly leg: number;
  readonly positionsTold: number;
}

export const AT_THE_START: Progress = { leg: -1, positionsTold: 0 };

/** Returns what the next step needs to know; null when the play is over. */
export async function playStep(
  context: SimulationContext,
  { accountId, bookingId }: { readonly accountId: string; readonly bookingId: string },
  before: Progress,
  mover: Mover,
): Promise<Progress | null> {
  let progress: Progress | null = before;
  const change: BookingChange<string | null> = {
    bookingId,
    action: 'booking.simulated',
    status: 200,
    prepare: async (booking) => {
      const step = nextSimulationStep(booking, toldOnLeg(booking, before));
      const photoUrl = step?.kind === 'complete' ? await context.photograph(booking, step.position) : null;
      return { facts: photoUrl, fresh: [], area: null };
    },
    // Somebody may have moved the booking since: what happens next follows from where it stands now.
    decide: (booking, photoUrl, moment) => {
      const told = toldOnLeg(booking, before);
      const step = nextSimulationStep(booking, told);
      progress = step && { leg: legOf(booking), positionsTold: told + (step.kind === 'drive' ? 1 : 0) };
      return step ? play(context, booking, step, photoUrl, moment) : { booking, events: [] };
    },
  };
  await moveBooking(context, accountId, change, mover);
  return progress;
}

function legOf({ dispatch }: Booking): number {
  return dispatch?.routePosition ?? -1;
}

function toldOnLeg(booking: Booking, { leg, positionsTold }: Progress): number {
  return legOf(booking) === leg ? positionsTold : 0;
}

function play(
  context: SimulationContext,
  booking: Booking,
  step: SimulationStep,
  photoUrl: string | null,
  moment: Moment,
): Transition {
  const etaIn = (steps: number) => moment.nowMs + steps * context.stepMillis;
  switch (step.kind) {
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
      return completeStop(booking, report, { laborMinutesByStop: laborOf(booking) }, moment);
    }
    case 'decide':
      return retryStop(booking, step, moment);
  }
}

function laborOf({ quote, route }: Booking): number[] {
  return simulatedLaborMinutes(
    quote.prices.labor,
    route.map(({ id }) => id),
  );
}

function crewFor({ ids, environment }: SimulationContext, booking: Booking) {
  return syntheticCrew({
    crewId: ids.next(),
    bookingId: booking.id,
    product: booking.product,
    predecessors: booking.previousDispatches.length,
    avatarUrl: (firstName) => avatarUrl(environment.publicUrl, firstName),
  });
}
