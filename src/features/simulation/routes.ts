// /sandbox/bookings/{id}/… and /sandbox/clock: failure simulation and the test clock. Registered in the sandbox only,
// so that production responds with 404.
import { type Static, type TSchema, Type } from 'typebox';
import type { ClockAdvance } from '../../domain/sandbox/test-clock.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { jsonText } from '../../http/operations/operation.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { refuseBody } from '../../http/server/no-body.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import { partnerActor, principalOf } from '../../http/surfaces/partner-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { noSuchBooking } from '../bookings/booking-schemas.ts';
import { BookingSchema } from '../bookings/schemas.ts';
import { advanceClock, type ClockContext, type MovedClock, resetClock } from './advance-clock.ts';
import {
  advanceBooking,
  type ControlRequest,
  cancelByProvider,
  delayBooking,
  failBookingStop,
  loseBookingCrew,
  refusePayment,
} from './control-booking.ts';
import type { SimulationContext } from './run-simulation-step.ts';
import * as schemas from './schemas.ts';

export type SimulationRoutesContext = SimulationContext & ClockContext;

const sandboxOnly = 'Sandbox only: production responds with 404.';
const params = Type.Object({ id: Type.String({ description: 'The id of the booking.' }) });
const { read, write } = partnerOperations<SimulationRoutesContext>();

interface Control<Body extends TSchema> {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Body;
  /** Example of the 409 response. */
  readonly conflict: readonly [ProblemCode, string];
  readonly act: (call: { readonly control: ControlRequest; readonly body: Static<Body> }) => Promise<string>;
}

/** An operation that controls a booking of the sandbox. */
function control<Body extends TSchema>({ description, body, conflict, act, ...rest }: Control<Body>) {
  const [code, message] = conflict;
  return write({
    ...rest,
    method: 'POST',
    access: 'write',
    tag: 'Sandbox',
    description: `${description} ${sandboxOnly}`,
    params,
    body: ref(body),
    preValidation: optionalBody,
    responses: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noSuchBooking,
      409: answer(
        ErrorSchema,
        'The current state of the booking does not allow this; the message names the state.',
        [problemExample(code, message, code === 'booking_not_editable' ? { kind: 'conflict' } : {})],
      ),
    },
    handler: ({ context, request, hook }) => {
      const { accountId } = principalOf(request);
      const bookingRef = { accountId, bookingId: request.params.id };
      const inAccount = accountContext(context, request);
      return act({
        control: { context: inAccount, actor: partnerActor(request), bookingRef, hook },
        body: request.body,
      });
    },
    present: jsonText,
  });
}

export const simulationOperations: readonly PartnerOperation<SimulationRoutesContext>[] = [
  control({
    id: 'sandbox.advance',
    path: '/sandbox/bookings/:id/advance',
    summary: 'Run the next step of a booking',
    description:
      'Runs exactly one step of the job now: assignment, departure, position, arrival or completion of a stop, or moving on from a completed stop, which completes the booking after the last one. Works for every booking, also without `test_specifications`.',
    body: schemas.AdvanceBookingSchema,
    conflict: ['booking_not_editable', 'Only an active booking has a next step; this one is completed.'],
    act: ({ control }) => advanceBooking(control),
  }),

  control({
    id: 'sandbox.loseCrew',
    path: '/sandbox/bookings/:id/lose-crew',
    summary: 'Simulate the loss of the crew',
    description:
      'Before the first stop is completed, the booking returns to `created` and waits for another crew. After that, another crew takes over at the current stop.',
    body: schemas.LoseCrewSchema,
    conflict: [
      'booking_not_editable',
      'The crew can be removed only from a dispatched booking; this one is created.',
    ],
    act: ({ control, body }) => loseBookingCrew(control, body.reason ?? 'crew_lost'),
  }),

  control({
    id: 'sandbox.delay',
    path: '/sandbox/bookings/:id/delay',
    summary: 'Delay the crew',
    description:
      'Delays a driving crew by `minutes`: the `eta` moves later by that time, and the crew arrives then.',
    body: schemas.DelaySchema,
    conflict: [
      'booking_not_editable',
      'A delay can be simulated only while the crew is driving; stop 0 is pending.',
    ],
    act: ({ control, body }) => delayBooking(control, body.minutes),
  }),

  control({
    id: 'sandbox.failStop',
    path: '/sandbox/bookings/:id/fail-stop',
    summary: 'Fail a stop',
    description:
      'The crew reports that it cannot complete the current stop. The next step retries the stop, or skips it if `decision` is `skip`.',
    body: schemas.FailStopSchema,
    conflict: ['booking_not_editable', 'This step is for a stop that is at now; stop 0 is driving.'],
    act: ({ control, body: { reason, decision } }) =>
      failBookingStop(control, { reason, next: decision ?? 'retry' }),
  }),

  control({
    id: 'sandbox.cancel',
    path: '/sandbox/bookings/:id/cancel',
    summary: 'Cancel a booking as the provider',
    description:
      'Cancels the booking as the delivery company. Possible until the booking ends; no fee applies.',
    body: schemas.ProviderCancelSchema,
    conflict: ['booking_already_cancelled', 'The booking is already cancelled.'],
    act: ({ control, body }) => cancelByProvider(control, body.reason ?? 'provider_unavailable'),
  }),

  control({
    id: 'sandbox.refusePayment',
    path: '/sandbox/bookings/:id/refuse-payment',
    summary: 'Refuse the payment of a booking',
    description:
      'Simulates a refused payment: the system cancels the booking with the reason `payment_refused`. Possible until the first stop is completed.',
    body: schemas.RefusePaymentSchema,
    conflict: ['booking_not_cancellable', 'The first stop is done: the booking can no longer fail.'],
    act: ({ control }) => refusePayment(control),
  }),

  read({
    method: 'GET',
    path: '/sandbox/clock',
    access: 'write',
    tag: 'Sandbox',
    id: 'sandbox.getClock',
    summary: 'Retrieve the sandbox clock',
    description: `Returns the current time of this account. ${sandboxOnly}`,
    responses: { 200: answer(schemas.ClockSchema, 'The clock.') },
    handler: async ({ context, request }) =>
      presentClock({ now: context.clock.now(), aheadSeconds: principalOf(request).clockAheadSeconds }),
  }),

  write({
    method: 'POST',
    path: '/sandbox/clock/advance',
    access: 'write',
    tag: 'Sandbox',
    id: 'sandbox.advanceClock',
    summary: 'Advance the sandbox clock',
    description: `Moves the clock of this account forward. Everything that depends on time follows: quotes expire, windows pass, fees change, and simulation steps become due. ${sandboxOnly}`,
    body: ref(schemas.AdvanceClockSchema),
    responses: {
      200: answer(schemas.ClockSchema, 'The updated clock.'),
      400: answer(ErrorSchema, 'A parameter is invalid, or the new time is in the past or too far ahead.', [
        problemExample('missing_parameter', 'Send seconds or to.', { param: 'seconds' }),
      ]),
    },
    handler: ({ context, request, hook }) =>
      advanceClock(context, partnerActor(request), readMove(request.body), hook),
    present: presentClock,
  }),

  write({
    method: 'DELETE',
    path: '/sandbox/clock',
    access: 'write',
    tag: 'Sandbox',
    id: 'sandbox.resetClock',
    summary: 'Reset the sandbox clock',
    description: `Sets the clock of this account back to the real time. Timestamps of past events do not change. ${sandboxOnly}`,
    responses: { 200: answer(schemas.ClockSchema, 'The updated clock.') },
    preValidation: refuseBody,
    handler: ({ context, request, hook }) => resetClock(context, partnerActor(request), hook),
    present: presentClock,
  }),
];

function presentClock({ now, aheadSeconds }: MovedClock) {
  return { now: new Date(now.getTime() + aheadSeconds * 1_000).toISOString(), ahead_seconds: aheadSeconds };
}

function readMove({ seconds, to }: Static<typeof schemas.AdvanceClockSchema>): ClockAdvance {
  if (seconds !== undefined && to !== undefined) {
    throw Problem.of('mutually_exclusive_parameters', 'Send either seconds or to.', { param: 'to' });
  }
  if (seconds !== undefined) return { seconds };
  if (to !== undefined) return { toMs: Date.parse(to) };
  throw Problem.of('missing_parameter', 'Send seconds or to.', { param: 'seconds' });
}
