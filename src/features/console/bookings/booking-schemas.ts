// Request and response schemas of bookings in the operator API.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';
import { recordExample } from '../../billing/billing-example.ts';
import { BillingRecordSchema } from '../../billing/schemas.ts';
import { bookingExample } from '../../bookings/booking-example.ts';
import { bookingPageQuery } from '../../bookings/request-schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { OfferSchema } from '../dispatch/dispatch-schemas.ts';
import {
  BookingDeliverySchema,
  BookingMessageSchema,
  CallSchema,
  companyFields,
  NoteSchema,
} from './booking-details-schemas.ts';

const accountFields = {
  account: Type.Object(
    { id: Uuid({ description: 'Its id.' }), name: Type.String({ description: 'Its name.' }) },
    { description: 'Whose booking it is.' },
  ),
  area: Type.String({ description: 'The service area, by its slug.', examples: ['united-states'] }),
};
const accountExample = {
  account: { id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10', name: 'Acme Furniture' },
  area: 'united-states',
};

const ListedBookingSchema = Type.Object(
  { booking: ref(BookingSchema), ...accountFields },
  {
    $id: 'ListedBooking',
    description: 'A booking of an account.',
    examples: [{ booking: bookingExample, ...accountExample }],
  },
);

export const OperatorBookingListSchema = Type.Object(
  {
    data: Type.Array(ref(ListedBookingSchema), { description: 'Newest first.' }),
    next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
    previous: Nullable(Type.String({ description: 'The address of the previous page; null on the first.' })),
  },
  {
    $id: 'OperatorBookingList',
    description: 'A page of bookings of all accounts.',
    examples: [{ data: [{ booking: bookingExample, ...accountExample }], next: null, previous: null }],
  },
);

const TimelineEntrySchema = Type.Object(
  {
    kind: OneOf(['change', 'event'], {
      description: 'change: somebody did something; event: partners were told of it.',
    }),
    at: DateTime({ description: 'When.' }),
    action: Type.Optional(Type.String({ description: 'Of a change: what was done.' })),
    by: Type.Optional(
      Type.Object(
        {
          kind: OneOf(['client', 'user', 'operator', 'crew_member', 'command', 'system'], {
            description: 'What they are.',
          }),
          id: Type.String({ description: 'Which of them.' }),
          name: Nullable(Type.String({ description: 'Of operators, their name.' })),
        },
        { description: 'Of a change: who did it.' },
      ),
    ),
    changed: Type.Optional(
      Type.Array(Type.String(), { description: 'Of a change: the fields that changed.' }),
    ),
    request_id: Type.Optional(Type.String({ description: 'Of a change: the request that made it.' })),
    type: Type.Optional(Type.String({ description: 'Of an event: its type.' })),
    sequence: Type.Optional(Type.Integer({ description: 'Of an event: its number.' })),
  },
  {
    $id: 'TimelineEntry',
    description: 'Something that happened to a booking.',
    examples: [{ kind: 'event', at: '2030-01-15T09:30:00.000Z', type: 'booking.created', sequence: 1 }],
  },
);

export const OperatorBookingSchema = Type.Object(
  {
    booking: ref(BookingSchema),
    ...accountFields,
    ...companyFields,
    notes: Type.Array(ref(NoteSchema), { description: 'What operators wrote, oldest first.' }),
    calls: Type.Array(ref(CallSchema), { description: 'Calls that operators had, oldest first.' }),
    messages: Type.Array(ref(BookingMessageSchema), {
      description: 'What its people were told, newest first.',
    }),
    deliveries: Type.Array(ref(BookingDeliverySchema), {
      description: 'Events on their way to the partner, newest first; positions of the crew left out.',
    }),
    timeline: Type.Array(ref(TimelineEntrySchema), {
      description: 'What happened, oldest first; positions of the crew left out.',
    }),
    offers: Type.Array(ref(OfferSchema), { description: 'To which crews it was offered, newest first.' }),
    billing_records: Type.Array(ref(BillingRecordSchema), { description: 'What was billed, oldest first.' }),
    payment_operations: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'authorise, capture, refund or void.' }),
        amount: Type.Integer({ description: 'Cents.' }),
        status: Type.String({ description: 'pending, done or refused.' }),
        reference: Nullable(Type.String({ description: 'What the provider calls it.' })),
        asked_at: DateTime({ description: 'When the provider was asked.' }),
      }),
      { description: 'What was asked of the payment provider; none where the account pays by statement.' },
    ),
  },
  {
    $id: 'OperatorBooking',
    description: 'A booking, whose it is, what happened to it, and its money.',
    examples: [
      {
        booking: bookingExample,
        ...accountExample,
        crew: null,
        day: '2030-01-15',
        trouble: null,
        notes: [],
        calls: [],
        messages: [],
        deliveries: [],
        timeline: [{ kind: 'event', at: '2030-01-15T09:30:00.000Z', type: 'booking.created', sequence: 1 }],
        offers: [],
        billing_records: [recordExample],
        payment_operations: [],
      },
    ],
  },
);

export const OperatorBookingQuerySchema = Type.Object(
  {
    ...bookingPageQuery,
    unassigned: Type.Optional(
      Type.Boolean({ description: 'true: only those that wait for a crew; not together with `state`.' }),
    ),
    account_id: Type.Optional(Uuid({ description: 'Of this account.' })),
    area: Type.Optional(Type.String({ maxLength: 255, description: 'In this service area, by its slug.' })),
    day: Type.Optional(
      Type.String({
        format: 'date',
        description:
          'The window begins on this day of the calendar there; on-demand bookings, made on this day.',
        examples: ['2030-01-15'],
      }),
    ),
    window_from: Type.Optional(DateTime({ description: 'Window starts at or after.' })),
    window_to: Type.Optional(DateTime({ description: 'Window starts before.' })),
    hid: Type.Optional(Type.String({ maxLength: 8, description: 'Confirmation code.' })),
    order_number: Type.Optional(Type.String({ maxLength: 255, description: "The partner's reference." })),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description:
          'Words that begin words of the booking: of its confirmation code, order number, names, telephone numbers, mail addresses or addresses.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const operatorBookingSchemas = [
  ListedBookingSchema,
  OperatorBookingListSchema,
  TimelineEntrySchema,
  OperatorBookingSchema,
];
