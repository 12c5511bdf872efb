// Request and response schemas of notes, calls, messages, deliveries and the crew of a booking.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import {
  closed,
  Nullable,
  NullableObject,
  named,
  OneOf,
  Point,
  Timestamp,
  Uuid,
  type View,
  Words,
} from '../../../http/operations/schemas.ts';
import { OpenOfferSchema } from '../dispatch/open-offer-schema.ts';
import { PlannedCrewSchema } from '../dispatch/planned-crew-schema.ts';

const directions = ['in', 'out'] as const;
const outcomes = ['reached', 'no_answer', 'left_message'] as const;
const id = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01';
const operatorId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9002';

const authored = {
  id: Uuid({ description: 'Unique id of the entry.' }),
  at: Timestamp({ description: 'When the entry was written.' }),
  by: Type.Object(
    {
      id: Uuid({ description: 'Id of the operator.' }),
      name: Type.String({ description: 'Name of the operator.' }),
    },
    { description: 'Operator who wrote the entry.' },
  ),
};
const authoredExample = { id, at: '2030-01-15T16:30:00.000Z', by: { id: operatorId, name: 'Dana' } };

export const NewNoteSchema = Type.Object(
  { text: Words(5_000, 'Text of the note, for operators only. Partners never see it.') },
  closed('NewNote', 'Parameters of a new note.', { text: 'The gate code is 4711.' }),
);

export const NoteSchema = Type.Object(
  {
    ...authored,
    by: Type.Object(
      {
        id: Uuid({ description: 'Id of the operator or crew member.' }),
        name: Type.String({ description: 'Name of the operator, or first name of the crew member.' }),
      },
      { description: 'Author of the note.' },
    ),
    stop_id: Nullable(
      Uuid({ description: 'Stop that the note of a crew member is about; null for notes of operators.' }),
    ),
    text: Type.String({ description: 'Text of the note. `Erased` after the data of a person was erased.' }),
  },
  named('Note', 'A note of an operator about a booking, or of a crew member about a stop.', {
    ...authoredExample,
    stop_id: null,
    text: 'The gate code is 4711.',
  }),
);

const callFields = {
  direction: OneOf(directions, { description: '`out`: the operator called; `in`: the operator was called.' }),
  outcome: OneOf(outcomes, { description: 'Outcome of the call.' }),
};
const callText = (description: string) => Type.String({ maxLength: 5_000, description });
const callExample = {
  person: 'Ana Diaz',
  direction: 'out',
  outcome: 'reached',
  text: 'She will be at home.',
};

export const NewCallSchema = Type.Object(
  {
    person: Words(255, 'Name of the other party.'),
    ...callFields,
    text: Type.Optional(callText('Summary of the call.')),
  },
  closed('NewCall', 'Parameters of a call to log.', callExample),
);

export const CallSchema = Type.Object(
  {
    ...authored,
    person: Type.String({
      description: 'Name of the other party. `Erased` after the data of the person was erased.',
    }),
    ...callFields,
    text: callText('Summary of the call; empty if none was given.'),
  },
  named('Call', 'A logged call about a booking.', { ...authoredExample, ...callExample }),
);

export const BookingMessageSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the message.' }),
    at: Timestamp({ description: 'When the message was created.' }),
    kind: Type.String({ description: 'Kind of message, such as `booked`, `on_the_way` or `late`.' }),
    channel: OneOf(['sms', 'email'], { description: 'Channel of the message.' }),
    to: Nullable(
      Type.String({
        description: 'Phone number or e-mail address of the recipient; null after it was erased.',
      }),
    ),
    text: Nullable(
      Type.String({ description: 'Text of an SMS or subject of an e-mail; null after it was erased.' }),
    ),
    status: OneOf(['waiting', 'sent', 'kept', 'dropped', 'not_sent', 'failed'], {
      description:
        '`waiting`: not sent yet; `kept`: no provider is configured for the channel; `dropped`: outdated or ' +
        'unwanted by the recipient; `not_sent`: refused by a limit or by the country list.',
    }),
    reason: Nullable(Type.String({ description: 'Why the message was not sent; null if it was.' })),
    written_by: Nullable(
      Type.String({
        description: 'Name of the operator who wrote or resent the message; null for planned messages.',
      }),
    ),
  },
  named('BookingMessage', 'A message to a recipient of a booking.', {
    id,
    at: '2030-01-15T16:30:00.000Z',
    kind: 'on_the_way',
    channel: 'sms',
    to: '+12125550142',
    text: 'Your crew is on its way.',
    status: 'sent',
    reason: null,
    written_by: null,
  }),
);

export const BookingDeliverySchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the delivery.' }),
    at: Timestamp({ description: 'When the delivery was queued.' }),
    type: Type.String({ description: 'Event type.' }),
    endpoint: Nullable(
      Type.String({
        description: 'URL of the endpoint without its query string; null if the endpoint was deleted.',
      }),
    ),
    status: Type.String({ description: '`pending`, `delivered`, `failed` or `discarded`.' }),
    attempts: Type.Integer({ description: 'Number of attempts.' }),
    status_code: Nullable(
      Type.Integer({ description: 'HTTP status of the last attempt; null without a response.' }),
    ),
  },
  named('BookingDelivery', 'Delivery of an event of the booking to a webhook endpoint of the partner.', {
    id,
    at: '2030-01-15T16:30:00.000Z',
    type: 'booking.dispatched',
    endpoint: 'https://hooks.example.com/waybill',
    status: 'delivered',
    attempts: 1,
    status_code: 200,
  }),
);

export const engagedCrewFields = {
  id: Uuid({ description: 'Unique id of the crew.' }),
  name: Type.String({ description: 'Name of the crew.' }),
  phone_number: Nullable(
    Type.String({ description: 'Phone number of the lead, or of the first member with one.' }),
  ),
  vehicle_name: Nullable(Type.String({ description: 'Name of the vehicle; null without one.' })),
  vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'Vehicle type; null without a vehicle.' })),
  starts_at: Timestamp({ description: 'Start of the engagement.' }),
  ends_at: Timestamp({ description: 'End of the engagement.' }),
  location: Point(['array', 'null'], 'Last reported position, `[longitude, latitude]`; null without one.'),
  located_at: Nullable(Timestamp({ description: 'When the position was reported.' })),
};

const linkedBooking = {
  id: Uuid({ description: 'Unique id of the booking.' }),
  hid: Type.String({ description: 'Confirmation code.' }),
};

const redeliveryFields = {
  redelivery_of: Nullable(
    Type.Object(
      { ...linkedBooking, stop_id: Uuid({ description: 'Stop that this booking delivers again.' }) },
      { description: 'Booking whose stop this one delivers again; null for other bookings.' },
    ),
  ),
  redeliveries: Type.Array(
    Type.Object({
      ...linkedBooking,
      stop_id: Uuid({ description: 'Stop of this booking that is delivered again.' }),
      state: Type.String({ description: 'State of the new booking.' }),
      label: Nullable(Type.String({ description: 'Arrival window of the new booking, for people.' })),
    }),
    { description: 'Bookings that deliver failed or skipped stops of this one again.' },
  ),
};

export const bookingDetailsFields = {
  ...redeliveryFields,
  day: Nullable(
    Type.String({
      format: 'date',
      description: 'Day of the booking on the day board, in the time zone of its window.',
    }),
  ),
  time_zone: Type.String({ description: 'Time zone of the arrival window.' }),
  crew: NullableObject(
    engagedCrewFields,
    'The assigned crew, or the crew that completed the booking; null without one.',
  ),
  trouble: Nullable(
    Type.String({ description: 'Reason of a stop failure at the current stop; null without one.' }),
  ),
  is_planned: Type.Boolean({
    description: 'Whether a plan has assigned a crew that departs in time, and none is assigned yet.',
  }),
  planned: PlannedCrewSchema,
  offer: OpenOfferSchema,
};

export const bookingDetailsSchemas = [
  NewNoteSchema,
  NoteSchema,
  NewCallSchema,
  CallSchema,
  BookingMessageSchema,
  BookingDeliverySchema,
];

export type Note = View<typeof NoteSchema>;
export type Call = View<typeof CallSchema>;
export type BookingMessage = View<typeof BookingMessageSchema>;
export type BookingDelivery = View<typeof BookingDeliverySchema>;
export interface RedeliveryLinks {
  readonly redelivery_of: View<typeof redeliveryFields.redelivery_of>;
  readonly redeliveries: View<typeof redeliveryFields.redeliveries>;
}
export type EngagedCrew = NonNullable<View<typeof bookingDetailsFields.crew>>;
