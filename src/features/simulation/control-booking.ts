// POST /sandbox/bookings/{id}/…: lets partners trigger steps and failures of their sandbox bookings. The booking goes
// through the same transitions as in production. A running simulation continues from the resulting state.
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { failBooking } from '../../domain/booking/booking-ending.ts';
import { invalidStep, withState } from '../../domain/booking/booking-problems.ts';
import type { StopDecision } from '../../domain/dispatch/dispatch.ts';
import { delayCrew, failCurrentStop, loseCrewOf } from '../../domain/sandbox/sandbox-controls.ts';
import { nextSimulationStep } from '../../domain/sandbox/simulation-script.ts';
import { delayJob, setJobDue } from '../../jobs/due-job-reschedule-store.ts';
import type { Actor } from '../../lib/actor.ts';
import { worldNow } from '../../lib/clock.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { prepareNothing } from '../bookings/booking-terms.ts';
import { cancellation } from '../bookings/cancel-booking.ts';
import { type BookingChange, changeBooking } from '../bookings/change-booking.ts';
import { crewFor, type SimulationContext, simulationStepChange } from './run-simulation-step.ts';
import { SIMULATION_JOB } from './simulation-job.ts';

export interface ControlRequest {
  readonly context: SimulationContext;
  readonly actor: Actor;
  readonly bookingRef: BookingRef;
  readonly hook: TransactionHook<string>;
}

/** Runs exactly one step now. The next automatic step follows a full step interval later. */
export function advanceBooking(request: ControlRequest): Promise<string> {
  const { context } = request;
  const dueAt = new Date(worldNow(context.clock).getTime() + context.stepMillis);
  return control(request, {
    ...simulationStepChange(context, nextSimulationStep, (booking) => {
      throw invalidStep(withState('Only an active booking has a next step', booking));
    }),
    alsoWrite: (trx) => setJobDue(trx, jobOf(request), dueAt),
  });
}

export function loseBookingCrew(request: ControlRequest, reason: string): Promise<string> {
  const { context } = request;
  return control(request, {
    ...baseChange('sandbox.crew_lost'),
    decide: (booking, _facts, moment) =>
      loseCrewOf(booking, { reason, successor: () => crewFor(context, booking) }, moment),
  });
}

/** Also delays the simulation by `minutes`, so that the new ETA holds. */
export function delayBooking(request: ControlRequest, minutes: number): Promise<string> {
  return control(request, {
    ...baseChange('sandbox.delayed'),
    decide: (booking, _facts, moment) => delayCrew(booking, { minutes }, moment),
    alsoWrite: (trx) => delayJob(trx, jobOf(request), minutes * 60),
  });
}

export function failBookingStop(
  request: ControlRequest,
  failure: { readonly reason: string; readonly next: StopDecision },
): Promise<string> {
  return control(request, {
    ...baseChange('sandbox.stop_failed'),
    decide: (booking, _facts, moment) => failCurrentStop(booking, failure, moment),
  });
}

export function cancelByProvider(request: ControlRequest, reason: string): Promise<string> {
  return control(request, cancellation(request.context, { by: 'provider', reason }));
}

export function refusePayment(request: ControlRequest): Promise<string> {
  return control(request, {
    ...baseChange('booking.cancelled'),
    decide: (booking, _facts, moment) => failBooking(booking, { cause: 'payment_refused' }, moment),
  });
}

function baseChange(action: string) {
  return { action, prepare: prepareNothing };
}

function jobOf({ bookingRef: { accountId, bookingId } }: ControlRequest) {
  return { kind: SIMULATION_JOB, key: bookingId.toLowerCase(), accountId };
}

function control<Facts>(request: ControlRequest, change: BookingChange<Facts>): Promise<string> {
  const { context, actor, bookingRef, hook } = request;
  return changeBooking(context, actor, bookingRef, change, hook);
}
