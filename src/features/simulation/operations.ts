// OpenAPI operations of the sandbox. They are not registered in production; the tag description says so.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../http/schemas.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { BookingSchema } from '../bookings/schemas.ts';
import * as schemas from './schemas.ts';

const sandboxOnly = 'Sandbox only: production answers 404.';
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
      200: answer(BookingSchema, 'The booking as it is now.'),
      404: answer(ErrorSchema, 'There is no such booking for this account.', [
        problemExample('not_found', 'There is no such booking.'),
      ]),
      409: answer(ErrorSchema, 'The booking is not in a state for this; the message says in which it is.', [
        problemExample(code, message, code === 'booking_not_editable' ? { kind: 'conflict' } : {}),
      ]),
    },
  };
}

export const advance = control({
  id: 'advance',
  summary: 'Play the next step',
  description:
    'Exactly one step of a job, now: a crew, a departure, a position, an arrival, a stop done. Works on every booking, also on one that does not play by itself.',
  body: schemas.AdvanceBookingSchema,
  conflict: [
    'booking_not_editable',
    'Only a booking that is not over has a next step; this one is completed.',
  ],
});

export const loseCrew = control({
  id: 'loseCrew',
  summary: 'Lose the crew',
  description:
    'Before the first stop is done the booking is `created` again and waits for another crew; later another crew takes over where things stand.',
  body: schemas.LoseCrewSchema,
  conflict: ['booking_not_editable', 'Only a dispatched booking has a crew to lose; this one is created.'],
});

export const delay = control({
  id: 'delay',
  summary: 'Be late',
  description: 'The crew on its way arrives later by `minutes`: its `eta` rises, and holds.',
  body: schemas.DelaySchema,
  conflict: ['booking_not_editable', 'Only a crew that is driving can be late; stop 0 is pending.'],
});

export const failStop = control({
  id: 'failStop',
  summary: 'Fail at a stop',
  description:
    'The crew cannot do its work at the stop where it is. The next step tries again, or skips the stop if `decision` says so.',
  body: schemas.FailStopSchema,
  conflict: ['booking_not_editable', 'This step is for a stop that is at now; stop 0 is driving.'],
});

export const cancel = control({
  id: 'cancel',
  summary: 'Cancel as the provider',
  description: 'The delivery company calls the job off, at any time before it is over, and for no fee.',
  body: schemas.ProviderCancelSchema,
  conflict: ['booking_already_cancelled', 'The booking is cancelled already.'],
});

export const refusePayment = control({
  id: 'refusePayment',
  summary: 'Refuse the payment',
  description:
    'The payment is refused after all: the booking is cancelled by the system, with `payment_refused` as the reason. Possible until the first stop is done.',
  body: schemas.RefusePaymentSchema,
  conflict: ['booking_not_cancellable', 'The crew has done the first stop; the job goes on.'],
});

export const readClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.getClock',
  summary: 'Read the clock',
  description: `What time it is for this account. ${sandboxOnly}`,
  response: { 200: answer(schemas.ClockSchema, 'The clock.') },
};

export const advanceClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.advanceClock',
  summary: 'Move the clock forward',
  description: `Everything of this account that goes by time goes by this clock: quotes expire, windows pass, fees change, and steps of simulations that become due are played. ${sandboxOnly}`,
  body: ref(schemas.AdvanceClockSchema),
  response: {
    200: answer(schemas.ClockSchema, 'The clock as it is now.'),
    400: answer(ErrorSchema, 'A parameter is not valid, or the move is back in time or too far.', [
      problemExample('missing_parameter', 'Send seconds or to.', { param: 'seconds' }),
    ]),
  },
};

export const resetClock = {
  ...jsonOperation('Sandbox'),
  operationId: 'sandbox.resetClock',
  summary: 'Go back to the time of the world',
  description: `What has happened keeps its times: a booking never runs backwards. ${sandboxOnly}`,
  response: { 200: answer(schemas.ClockSchema, 'The clock as it is now.') },
};
