// Request schemas of the sandbox operations, and the schema of the test clock.
import { Type } from 'typebox';
import { STOP_DECISIONS } from '../../domain/dispatch.ts';
import { MAX_AHEAD_SECONDS } from '../../domain/test-clock.ts';
import { DateTime, OneOf } from '../../http/schemas.ts';

const reason = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

export const AdvanceBookingSchema = Type.Object(
  {},
  {
    $id: 'SandboxAdvanceInput',
    additionalProperties: false,
    description: 'Nothing to say.',
    examples: [{}],
  },
);

export const LoseCrewSchema = Type.Object(
  { reason: Type.Optional(reason('Kept with the ended dispatch; by default `crew_lost`.')) },
  {
    $id: 'SandboxLoseCrewInput',
    additionalProperties: false,
    description: 'Why, if you like.',
    examples: [{ reason: 'The truck broke down' }],
  },
);

export const DelaySchema = Type.Object(
  {
    minutes: Type.Integer({ minimum: 1, maximum: 1_440, description: 'How much later the crew arrives.' }),
  },
  {
    $id: 'SandboxDelayInput',
    additionalProperties: false,
    description: 'How late.',
    examples: [{ minutes: 20 }],
  },
);

export const FailStopSchema = Type.Object(
  {
    reason: reason('Why the crew cannot do its work.'),
    decision: Type.Optional(
      OneOf(STOP_DECISIONS, {
        description:
          'What the next step does about it: `retry` (by default), after which the stop is completed, or `skip`.',
      }),
    ),
  },
  {
    $id: 'SandboxFailStopInput',
    additionalProperties: false,
    description: 'What is wrong at the stop where the crew is.',
    examples: [{ reason: 'Nobody at home', decision: 'skip' }],
  },
);

export const ProviderCancelSchema = Type.Object(
  { reason: Type.Optional(reason('Shown in `cancellation.reason`; by default `provider_unavailable`.')) },
  {
    $id: 'SandboxCancelInput',
    additionalProperties: false,
    description: 'Why, if you like.',
    examples: [{ reason: 'Road closed' }],
  },
);

export const RefusePaymentSchema = Type.Object(
  {},
  {
    $id: 'SandboxRefusePaymentInput',
    additionalProperties: false,
    description: 'Nothing to say.',
    examples: [{}],
  },
);

export const AdvanceClockSchema = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_AHEAD_SECONDS,
        description: 'By how much; not together with `to`.',
      }),
    ),
    to: Type.Optional(
      DateTime({
        description: 'To which moment, not before the account’s own; not together with `seconds`.',
      }),
    ),
  },
  {
    $id: 'SandboxClockInput',
    additionalProperties: false,
    description: 'How the clock moves: by `seconds`, or `to` a moment.',
    examples: [{ seconds: 3_600 }],
  },
);

export const ClockSchema = Type.Object(
  {
    now: DateTime({ description: 'The time of the account, when this was answered.' }),
    ahead_seconds: Type.Integer({ description: 'How far it runs ahead of the world; 0: not at all.' }),
  },
  {
    $id: 'SandboxClock',
    description: 'The clock of the account. It runs on; it does not stand still.',
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
