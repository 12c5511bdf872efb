// POST /sandbox/bookings/{id}/…: lets partners trigger steps and failures of their sandbox bookings. The booking goes
// through the same transitions as in production. A running simulation continues from the resulting state.

import type { AccountTransaction } from '../../db/database.ts';
import { failBooking } from '../../domain/booking-ending.ts';
import { invalidStep, withState } from '../../domain/booking-problems.ts';
import type { StopDecision } from '../../domain/dispatch.ts';
import { delayCrew, failCurrentStop, loseCrewOf } from '../../domain/sandbox-controls.ts';
import { nextSimulationStep } from '../../domain/simulation-script.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { delayJob, setJobDue } from '../../jobs/due-job-reschedule-store.ts';
import { worldNow } from '../../lib/clock.ts';
import { bookingActorOf } from '../bookings/booking-actor.ts';
import { prepareNothing } from '../bookings/booking-terms.ts';
import { cancellation } from '../bookings/cancel-booking.ts';
import { applyBookingChange, type BookingChange } from '../bookings/change-booking.ts';
import { crewFor, type SimulationContext, simulationStepChange } from './run-simulation-step.ts';
import { SIMULATION_JOB } from './simulation-job.ts';

export interface ControlRequest {
  readonly context: SimulationContext;
  readonly principal: Principal;
  readonly bookingId: string;
  readonly requestId: string;
  readonly remember: Remember;
}

/** Runs exactly one step now. The next automatic step follows a full step interval later. */
export function advanceBooking(request: ControlRequest): Promise<Answer> {
  const { context, bookingId } = request;
  const change = simulationStepChange(context, bookingId, nextSimulationStep, (booking) => {
    throw invalidStep(withState('Only an active booking has a next step', booking));
  });
  const dueAt = new Date(worldNow(context.clock).getTime() + context.stepMillis);
  return control(request, change, (trx) => setJobDue(trx, jobOf(request), dueAt));
}

export function loseBookingCrew(request: ControlRequest, reason: string): Promise<Answer> {
  const { context } = request;
  return control(request, {
    ...baseChange(request, 'sandbox.crew_lost'),
    decide: (booking, _facts, moment) =>
      loseCrewOf(booking, { reason, successor: () => crewFor(context, booking) }, moment),
  });
}

/** Also delays the simulation by `minutes`, so that the new ETA holds. */
export function delayBooking(request: ControlRequest, minutes: number): Promise<Answer> {
  const change: BookingChange<null> = {
    ...baseChange(request, 'sandbox.delayed'),
    decide: (booking, _facts, moment) => delayCrew(booking, { minutes }, moment),
  };
  return control(request, change, (trx) => delayJob(trx, jobOf(request), minutes * 60));
}

export function failBookingStop(
  request: ControlRequest,
  failure: { readonly reason: string; readonly next: StopDecision },
): Promise<Answer> {
  return control(request, {
    ...baseChange(request, 'sandbox.stop_failed'),
    decide: (booking, _facts, moment) => failCurrentStop(booking, failure, moment),
  });
}

export function cancelByProvider(request: ControlRequest, reason: string): Promise<Answer> {
  const { context, bookingId } = request;
  return control(request, cancellation(context, bookingId, { by: 'provider', reason }));
}

export function refusePayment(request: ControlRequest): Promise<Answer> {
  return control(request, {
    ...baseChange(request, 'booking.cancelled'),
    decide: (booking, _facts, moment) => failBooking(booking, { cause: 'payment_refused' }, moment),
  });
}

function baseChange({ bookingId }: ControlRequest, action: string) {
  return { bookingId, action, status: 200, prepare: prepareNothing };
}

function jobOf({ principal, bookingId }: ControlRequest) {
  return { kind: SIMULATION_JOB, key: bookingId.toLowerCase(), accountId: principal.accountId };
}

/** `reschedule` moves the due time of the simulation job, in the transaction of the change. */
function control<Facts>(
  { context, principal, requestId, remember }: ControlRequest,
  change: BookingChange<Facts>,
  reschedule: (trx: AccountTransaction) => Promise<void> = async () => {},
): Promise<Answer> {
  const actor = bookingActorOf(principal, requestId);
  return applyBookingChange(context, principal.accountId, change, actor, async (trx, answer) => {
    await reschedule(trx);
    await remember(trx, answer);
  });
}
