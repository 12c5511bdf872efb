// Plays the next step of a sandbox booking. Whatever a step does goes through the state machine and is told like anything
// that happens to a real booking.
import type { Booking } from '../../domain/booking.ts';
import { assignCrew, updateCrewPosition } from '../../domain/booking-crew.ts';
import { arriveAt, completeStop, departFor, retryStop } from '../../domain/booking-progress.ts';
import type { Transition } from '../../domain/booking-transitions.ts';
import {
  nextSimulationStep,
  type SimulationStep,
  simulatedLaborMinutes,
} from '../../domain/simulation-script.ts';
import { syntheticCrew } from '../../domain/synthetic-crew.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import { type MovingContext, moveBooking } from '../bookings/change-booking.ts';
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

interface Facts {
  readonly step: SimulationStep | null;
  readonly photoUrl: string | null;
}

export interface Played {
  readonly answer: Answer;
  /** null: the play is over. */
  readonly progress: Progress | null;
}

export async function playStep(
  context: SimulationContext,
  { accountId, bookingId }: { readonly accountId: string; readonly bookingId: string },
  before: Progress,
  mover: Mover,
): Promise<Played> {
  let progress: Progress | null = before;
  const answer = await moveBooking<Facts>(
    context,
    accountId,
    {
      bookingId,
      action: 'booking.simulated',
      status: 200,
      prepare: async (booking) => {
        const leg = booking.dispatch?.routePosition ?? -1;
        const positionsTold = leg === before.leg ? before.positionsTold : 0;
        const step = nextSimulationStep(booking, positionsTold);
        const photoUrl = step?.kind === 'complete' ? await context.photograph(booking, step.position) : null;
        progress = step && { leg, positionsTold: positionsTold + (step.kind === 'drive' ? 1 : 0) };
        return { facts: { step, photoUrl }, fresh: [], area: null };
      },
      decide: (booking, facts) => decide(context, booking, facts),
    },
    mover,
    nothingToRemember,
  );
  return { answer, progress };
}

function decide(context: SimulationContext, booking: Booking, { step, photoUrl }: Facts): Transition {
  const moment = { nowMs: context.clock.now().getTime() };
  const etaIn = (steps: number) => moment.nowMs + steps * context.stepMillis;
  switch (step?.kind) {
    case undefined:
      return { booking, events: [] };
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

/** A simulation carries no idempotency key. */
async function nothingToRemember(): Promise<void> {}
