// Request and response schemas of replacing a crew in all its jobs.
import { Type } from 'typebox';
import {
  closed,
  listOf,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
  Words,
} from '../../../http/operations/schemas.ts';
import { CrewChoiceSchema, choiceExample } from './dispatch-schemas.ts';

const bookingId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee';
const lostCrewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c02';
const crewId = choiceExample.crew.id;

const replacementExample = {
  booking: {
    id: bookingId,
    hid: '7XK2M9QT',
    partner: 'Acme Furniture',
    customer: 'Ana Diaz',
    window: 'Tue, Jan 15, 12:00 PM – 1:00 PM EST',
    time_zone: 'America/New_York',
  },
  stage: 'not_started',
  proposed_crew_id: crewId,
  candidates: [choiceExample],
};

const CrewReplacementSchema = Type.Object(
  {
    booking: Type.Object(
      {
        id: Uuid({ description: 'Id of the booking.' }),
        hid: Type.String({ description: 'Confirmation code.' }),
        partner: Type.String({ description: 'Name of the account.' }),
        customer: Nullable(Type.String({ description: 'Name of the customer, or of the first contact.' })),
        window: Type.String({ description: 'Label of the arrival window.' }),
        time_zone: Nullable(Type.String({ description: 'Time zone of the arrival window.' })),
      },
      { description: 'The booking in which the crew is engaged.' },
    ),
    stage: OneOf(['not_started', 'started', 'loaded'], {
      description:
        '`started`: the crew is on its way to the first stop or there, and another crew starts over; `loaded`: the first ' +
        'stop is done, so another crew has to take over the goods.',
    }),
    proposed_crew_id: Nullable(
      Uuid({
        description:
          'The crew that fits and arrives first, if it also takes the proposed jobs before; null if none fits, or for `loaded`.',
      }),
    ),
    candidates: Type.Array(ref(CrewChoiceSchema), {
      description: 'The other crews with their fit, as in `GET /operator/bookings/{id}/crews`.',
    }),
  },
  named('CrewReplacement', 'A job of a crew with a proposal who takes it over.', replacementExample),
);

export const CrewReplacementListSchema = listOf(
  'CrewReplacementList',
  CrewReplacementSchema,
  'Jobs of the crew, earliest first.',
);

const reassignmentExample = { booking_id: bookingId, from_crew_id: lostCrewId, crew_id: crewId };
const reassignment = {
  booking_id: Uuid({ description: 'Id of the booking.' }),
  from_crew_id: Uuid({
    description: 'Id of the crew that you expect to be assigned. A booking with another crew is not moved.',
  }),
  crew_id: Uuid({ description: 'Id of the new crew.' }),
};

export const ReassignmentBatchSchema = Type.Object(
  {
    reassignments: Type.Array(Type.Object(reassignment, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 100,
      description: 'Applied in this order.',
    }),
    reason: Type.Optional(Nullable(Words(1_000, 'Reason of the change. Partners see it.'))),
  },
  closed('ReassignmentBatch', 'Replacement of the crews of several bookings.', {
    reassignments: [reassignmentExample],
    reason: 'Vehicle breakdown',
  }),
);

const ReassignmentResultSchema = Type.Object(
  {
    ...reassignment,
    refusal: Nullable(Type.String({ description: 'Why the booking was not moved; null if it was.' })),
  },
  named('ReassignmentResult', 'Result for one booking.', { ...reassignmentExample, refusal: null }),
);

export const ReassignmentResultListSchema = listOf(
  'ReassignmentResultList',
  ReassignmentResultSchema,
  'Results in the order of the request.',
);

export const replacementSchemas = [
  CrewReplacementSchema,
  CrewReplacementListSchema,
  ReassignmentBatchSchema,
  ReassignmentResultSchema,
  ReassignmentResultListSchema,
];
