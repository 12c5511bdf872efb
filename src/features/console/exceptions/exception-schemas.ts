// Request and response schemas of exceptions.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid, Words } from '../../../http/schemas.ts';

const kinds = [
  'failed_stop',
  'late',
  'at_risk',
  'unassigned',
  'payment_refused',
  'webhook_dead',
  'events_waiting',
] as const;

const bookingId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee';
const exampleKey = `late:${bookingId}:1894726800000`;
const key = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Names the trouble, as the list does.',
});
const reason = Words(500, 'Why; colleagues see it.');
const text = (description: string) => Nullable(Type.String({ description }));

const exceptionExample = {
  key: exampleKey,
  kind: 'late',
  severity: 'critical',
  since: '2030-01-15T17:00:00.000Z',
  says: 'Its window is over and the crew is not there.',
  account: { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a11', name: 'Acme Furniture' },
  booking: {
    id: bookingId,
    hid: '7XK2M9QT',
    area: 'united-states',
    customer_name: 'Ana Diaz',
    crew_name: 'Ana and Bo',
    window_start_at: '2030-01-15T16:00:00.000Z',
    window_end_at: '2030-01-15T17:00:00.000Z',
    time_zone: 'America/New_York',
  },
  endpoint: null,
};

const BookingSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    hid: Type.String({ description: 'Its confirmation code.' }),
    area: text('Its area.'),
    customer_name: text('Whom it is for.'),
    crew_name: text('Who comes.'),
    window_start_at: text('When its window begins; null on demand.'),
    window_end_at: text('When its window ends.'),
    time_zone: text('Where.'),
  },
  { description: 'The booking.' },
);

const orNull = <T extends object>(schema: T, description: string) =>
  Type.Unsafe<object | null>({ ...schema, type: ['object', 'null'], description });

export const ExceptionSchema = Type.Object(
  {
    key,
    kind: OneOf(kinds, { description: 'What is the matter.' }),
    severity: OneOf(['critical', 'high', 'medium'], { description: 'How bad it is.' }),
    since: DateTime({ description: 'Since when.' }),
    says: Type.String({ description: 'What is the matter, in a sentence.' }),
    account: orNull(
      Type.Object(
        { id: Uuid({ description: 'Its id.' }), name: Type.String({ description: 'Its name.' }) },
        { description: 'The account.' },
      ),
      'Whose it is; null for nobody.',
    ),
    booking: orNull(BookingSchema, 'The booking it is about, if it is about one.'),
    endpoint: orNull(
      Type.Object(
        { id: Uuid({ description: 'Its id.' }), url: Type.String({ description: 'Where it leads.' }) },
        { description: 'The endpoint.' },
      ),
      'The webhook endpoint it is about, if it is about one.',
    ),
  },
  { $id: 'Exception', description: 'Something that needs somebody.', examples: [exceptionExample] },
);

export const ExceptionListSchema = Type.Object(
  {
    data: Type.Array(ref(ExceptionSchema), {
      description: 'The worst first, then what has lasted longest; at most 200.',
    }),
    total: Type.Integer({ description: 'How many there are.' }),
  },
  {
    $id: 'ExceptionList',
    description: 'Everything that needs somebody.',
    examples: [{ data: [exceptionExample], total: 1 }],
  },
);

export const ResolutionSchema = Type.Object(
  { key, reason },
  {
    $id: 'ExceptionResolution',
    additionalProperties: false,
    description: 'What was done about a trouble.',
    examples: [{ key: exampleKey, reason: 'Called the customer, who waits' }],
  },
);

export const SnoozeSchema = Type.Object(
  { key, reason, minutes: Type.Integer({ minimum: 1, maximum: 10_080, description: 'For how long.' }) },
  {
    $id: 'ExceptionSnooze',
    additionalProperties: false,
    description: 'Look at a trouble later.',
    examples: [{ key: exampleKey, reason: 'The crew is around the corner', minutes: 15 }],
  },
);

export const ReopeningSchema = Type.Object(
  { key },
  {
    $id: 'ExceptionReopening',
    additionalProperties: false,
    description: 'Take a decision back.',
    examples: [{ key: exampleKey }],
  },
);

const decisionExample = {
  key: exampleKey,
  kind: 'late',
  subject_id: bookingId,
  decision: 'resolved',
  until: null,
  reason: 'Called the customer, who waits',
  operator_name: 'Dana Reyes',
  at: '2030-01-15T17:10:00.000Z',
};

export const DecisionListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          key,
          kind: Type.String({ description: 'What was the matter.' }),
          subject_id: Type.String({ description: 'Of the booking or endpoint.' }),
          decision: OneOf(['resolved', 'snoozed'], { description: 'What was decided.' }),
          until: Nullable(DateTime({ description: 'When it comes back; null if it was resolved.' })),
          reason,
          operator_name: Type.String({ description: 'Who decided.' }),
          at: DateTime({ description: 'When.' }),
        },
        { description: 'A decision.' },
      ),
      { description: 'Newest first, at most 100.' },
    ),
  },
  {
    $id: 'ExceptionDecisionList',
    description: 'What was decided lately.',
    examples: [{ data: [decisionExample] }],
  },
);

export const exceptionSchemas = [
  ExceptionSchema,
  ExceptionListSchema,
  ResolutionSchema,
  SnoozeSchema,
  ReopeningSchema,
  DecisionListSchema,
];
