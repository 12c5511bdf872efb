// Request and response schemas of notes, calls, messages, deliveries and the crew of a booking.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/product.ts';
import { DateTime, Nullable, OneOf, Uuid, Words } from '../../../http/schemas.ts';

const directions = ['in', 'out'] as const;
const outcomes = ['reached', 'no_answer', 'left_message'] as const;
const id = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01';
const operatorId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9002';

const authored = {
  id: Uuid({ description: 'Its id.' }),
  at: DateTime({ description: 'When it was written down.' }),
  by: Type.Object(
    {
      id: Uuid({ description: 'The id of the operator.' }),
      name: Type.String({ description: 'Their name.' }),
    },
    { description: 'Who wrote it.' },
  ),
};
const authoredExample = { id, at: '2030-01-15T16:30:00.000Z', by: { id: operatorId, name: 'Dana' } };

export const NewNoteSchema = Type.Object(
  { text: Words(5_000, 'For colleagues; partners never see it.') },
  {
    $id: 'NewNote',
    additionalProperties: false,
    description: 'A note about a booking.',
    examples: [{ text: 'The gate code is 4711.' }],
  },
);

export const NoteSchema = Type.Object(
  {
    ...authored,
    text: Type.String({ description: 'As it was written; `Erased` once somebody’s data was erased.' }),
  },
  {
    $id: 'Note',
    description: 'A note about a booking.',
    examples: [{ ...authoredExample, text: 'The gate code is 4711.' }],
  },
);

const callFields = {
  direction: OneOf(directions, { description: 'out: we called; in: they did.' }),
  outcome: OneOf(outcomes, { description: 'How it went.' }),
};
const callText = (description: string) => Type.String({ maxLength: 5_000, description });
const callExample = {
  person: 'Ana Diaz',
  direction: 'out',
  outcome: 'reached',
  text: 'She will be at the door.',
};

export const NewCallSchema = Type.Object(
  {
    person: Words(255, 'Who was on the other end.'),
    ...callFields,
    text: Type.Optional(callText('What was said.')),
  },
  {
    $id: 'NewCall',
    additionalProperties: false,
    description: 'A call about a booking.',
    examples: [callExample],
  },
);

export const CallSchema = Type.Object(
  {
    ...authored,
    person: Type.String({ description: 'Who was on the other end.' }),
    ...callFields,
    text: callText('What was said; empty: nobody wrote it down.'),
  },
  { $id: 'Call', description: 'A call about a booking.', examples: [{ ...authoredExample, ...callExample }] },
);

export const BookingMessageSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    at: DateTime({ description: 'When it was written.' }),
    kind: Type.String({ description: 'What it was about: booked, on_the_way, late …' }),
    channel: OneOf(['sms', 'email'], { description: 'How it went.' }),
    to: Nullable(Type.String({ description: 'To whom; null once that was forgotten.' })),
    text: Nullable(Type.String({ description: 'The text of an SMS, the subject of a mail.' })),
    status: OneOf(['waiting', 'sent', 'kept', 'dropped', 'failed'], {
      description: 'kept: nothing is connected that could send it; dropped: overtaken, or not wanted.',
    }),
    reason: Nullable(Type.String({ description: 'Why it was not sent.' })),
  },
  {
    $id: 'BookingMessage',
    description: 'What somebody of a booking was told.',
    examples: [
      {
        id,
        at: '2030-01-15T16:30:00.000Z',
        kind: 'on_the_way',
        channel: 'sms',
        to: '+12125550142',
        text: 'Your crew is on its way.',
        status: 'sent',
        reason: null,
      },
    ],
  },
);

export const BookingDeliverySchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    at: DateTime({ description: 'When it was queued.' }),
    type: Type.String({ description: 'The event.' }),
    endpoint: Nullable(Type.String({ description: 'Where to, without the query; null: deleted since.' })),
    status: Type.String({ description: 'pending, delivered, failed or discarded.' }),
    attempts: Type.Integer({ description: 'How often it was tried.' }),
    status_code: Nullable(Type.Integer({ description: 'What the receiver answered last.' })),
  },
  {
    $id: 'BookingDelivery',
    description: "An event of a booking on its way to one of the partner's endpoints.",
    examples: [
      {
        id,
        at: '2030-01-15T16:30:00.000Z',
        type: 'booking.dispatched',
        endpoint: 'https://hooks.example.com/waybill',
        status: 'delivered',
        attempts: 1,
        status_code: 200,
      },
    ],
  },
);

const crewFields = {
  id: Uuid({ description: 'Its id.' }),
  name: Type.String({ description: 'What it is called.' }),
  vehicle_name: Nullable(Type.String({ description: 'What it drives.' })),
  vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'Of which kind that is.' })),
  starts_at: DateTime({ description: 'From when it is engaged.' }),
  ends_at: DateTime({ description: 'Until when.' }),
  location: Type.Unsafe<[number, number] | null>({
    type: ['array', 'null'],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'Where it was last seen, `[longitude, latitude]`.',
  }),
  located_at: Nullable(DateTime({ description: 'When that was.' })),
};

export const companyFields = {
  day: Nullable(
    Type.String({
      format: 'date',
      description: 'On which day of the board it is, on the clock of its window.',
    }),
  ),
  crew: Type.Unsafe<object | null>({
    type: ['object', 'null'],
    properties: crewFields,
    required: Object.keys(crewFields),
    description: 'The crew that has it, or had it when it was completed.',
  }),
  trouble: Nullable(Type.String({ description: 'Why the crew cannot do its work where it is.' })),
};

export const companySchemas = [
  NewNoteSchema,
  NoteSchema,
  NewCallSchema,
  CallSchema,
  BookingMessageSchema,
  BookingDeliverySchema,
];
