// Request schemas of the sandbox operations, and the schema of the test clock.
import { Type } from 'typebox';
import { STOP_DECISIONS } from '../../domain/dispatch/dispatch.ts';
import { MAX_AHEAD_SECONDS } from '../../domain/sandbox/test-clock.ts';
import { closed, creation, DateTime, OneOf } from '../../http/operations/schemas.ts';

const reason = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

export const AdvanceBookingSchema = Type.Object({}, closed('SandboxAdvanceInput', 'An empty object.', {}));

export const LoseCrewSchema = Type.Object(
  { reason: Type.Optional(reason('Stored with the ended dispatch. Default: `crew_lost`.')) },
  creation('SandboxLoseCrewInput', 'Optional reason for the loss.', { reason: 'The truck broke down' }),
);

export const DelaySchema = Type.Object(
  { minutes: Type.Integer({ minimum: 1, maximum: 1_440, description: 'Length of the delay in minutes.' }) },
  creation('SandboxDelayInput', 'Length of the delay.', { minutes: 20 }),
);

export const FailStopSchema = Type.Object(
  {
    reason: reason('Why the crew cannot complete the stop.'),
    decision: Type.Optional(
      OneOf(STOP_DECISIONS, {
        description:
          'What the next step does: `retry` (default), after which the stop is completed, or `skip`.',
      }),
    ),
  },
  creation('SandboxFailStopInput', 'Failure of the current stop.', {
    reason: 'Customer not at home',
    decision: 'skip',
  }),
);

export const ProviderCancelSchema = Type.Object(
  { reason: Type.Optional(reason('Shown in `cancellation.reason`. Default: `provider_unavailable`.')) },
  creation('SandboxCancelInput', 'Optional reason for the cancellation.', { reason: 'Road closed' }),
);

export const RefusePaymentSchema = Type.Object(
  {},
  closed('SandboxRefusePaymentInput', 'An empty object.', {}),
);

export const AdvanceClockSchema = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_AHEAD_SECONDS,
        description: 'Seconds to advance. Cannot be combined with `to`.',
      }),
    ),
    to: Type.Optional(
      DateTime({
        description:
          'New time, not before the current time of the account. Cannot be combined with `seconds`.',
      }),
    ),
  },
  creation('SandboxClockInput', 'Advance by `seconds`, or `to` a time.', { seconds: 3_600 }),
);

export const ClockSchema = Type.Object(
  {
    now: DateTime({ description: 'Current time of the account.' }),
    ahead_seconds: Type.Integer({ description: 'Offset from the real time in seconds; 0 if not advanced.' }),
  },
  {
    $id: 'SandboxClock',
    description: 'The test clock of the account. It keeps running.',
    examples: [{ now: '2027-03-10T16:30:00.000Z', ahead_seconds: 3_600 }],
  },
);

export const simulationSchemas = [
  AdvanceBookingSchema,
  LoseCrewSchema,
  DelaySchema,
  FailStopSchema,
  ProviderCancelSchema,
  RefusePaymentSchema,
  AdvanceClockSchema,
  ClockSchema,
];
