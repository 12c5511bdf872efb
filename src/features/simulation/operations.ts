// OpenAPI operations of the sandbox. They are not registered in production; the tag description says so.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../http/schemas.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { BookingSchema } from '../bookings/schemas.ts';
import * as schemas from './schemas.ts';

const sandboxOnly = 'Sandbox only: production responds with 404.';
const params = Type.Object({ id: Type.String({ description: 'The id of the booking.' }) });

interface Control {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Parameters<typeof ref>[0];
  /** Example of the 409 response. */
  readonly conflict: readonly [ProblemCode, string];
}

function control({ id, summary, description, body, conflict: [code, message] }: Control) {
  return {
    ...jsonOperation('Sandbox'),
    operationId: `sandbox.${id}`,
    summary,
    description: `${description} ${sandboxOnly}`,
    params,
    body: ref(body),
    response: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: answer(ErrorSchema, 'The account has no booking with this id.', [
        problemExample('not_found', 'There is no such booking.'),
      ]),
      409: answer(
        ErrorSchema,
        'The current state of the booking does not allow this; the message names the state.',
        [problemExample(code, message, code === 'booking_not_editable' ? { kind: 'conflict' } : {})],
      ),
    },
  };
}

export const advance = control({
  id: 'advance',
  summary: 'Run the next step of a booking',
  description:
    'Runs exactly one step of the job now: assignment, departure, position, arrival or completion of a stop. Works for every booking, also without `test_specifications`.',
  body: schemas.AdvanceBookingSchema,
  conflict: ['booking_not_editable', 'Only an active booking has a next step; this one is completed.'],
});

export const loseCrew = control({
  id: 'loseCrew',
  summary: 'Simulate the loss of the crew',
  description:
    'Before the first stop is completed, the booking returns to `created` and waits for another crew. After that, another crew takes over at the current stop.',
  body: schemas.LoseCrewSchema,
  conflict: [
    'booking_not_editable',
    'The crew can be removed only from a dispatched booking; this one is created.',
  ],
});

export const delay = control({
  id: 'delay',
  summary: 'Delay the crew',
  description:
    'Delays a driving crew by `minutes`: the `eta` moves later by that time, and the crew arrives then.',
  body: schemas.DelaySchema,
  conflict: [
    'booking_not_editable',
    'A delay can be simulated only while the crew is driving; stop 0 is pending.',
  ],
});

export const failStop = control({
  id: 'failStop',
  summary: 'Fail a stop',
  description:
    'The crew reports that it cannot complete the current stop. The next step retries the stop, or skips it if `decision` is `skip`.',
  body: schemas.FailStopSchema,
  conflict: ['booking_not_editable', 'This step is for a stop that is at now; stop 0 is driving.'],
});

export const cancel = control({
  id: 'cancel',
  summary: 'Cancel a booking as the provider',
  description:
    'Cancels the booking as the delivery company. Possible until the booking ends; no fee applies.',
  body: schemas.ProviderCancelSchema,
  conflict: ['booking_already_cancelled', 'The booking is already cancelled.'],
});

export const refusePayment = control({
  id: 'refusePayment',
  summary: 'Refuse the payment of a booking',
  description:
    'Simulates a refused payment: the system cancels the booking with the reason `payment_refused`. Possible until the first stop is completed.',
  body: schemas.RefusePaymentSchema,
  conflict: ['booking_not_cancellable', 'The first stop is done: the booking can no longer fail.'],
});

export const readClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.getClock',
  summary: 'Retrieve the sandbox clock',
  description: `Returns the current time of this account. ${sandboxOnly}`,
  response: { 200: answer(schemas.ClockSchema, 'The clock.') },
};

export const advanceClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.advanceClock',
  summary: 'Advance the sandbox clock',
  description: `Moves the clock of this account forward. Everything that depends on time follows: quotes expire, windows pass, fees change, and simulation steps become due. ${sandboxOnly}`,
  body: ref(schemas.AdvanceClockSchema),
  response: {
    200: answer(schemas.ClockSchema, 'The updated clock.'),
    400: answer(ErrorSchema, 'A parameter is invalid, or the new time is in the past or too far ahead.', [
      problemExample('missing_parameter', 'Send seconds or to.', { param: 'seconds' }),
    ]),
  },
};

export const resetClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.resetClock',
  summary: 'Reset the sandbox clock',
  description: `Sets the clock of this account back to the real time. Timestamps of past events do not change. ${sandboxOnly}`,
  response: { 200: answer(schemas.ClockSchema, 'The updated clock.') },
};
