// Request and response schemas of bookings in the operator API.
import { Type } from 'typebox';
import { GeometrySchema } from '../../../http/operations/route-geometry.ts';
import {
  DateTime,
  Nullable,
  NullableObject,
  named,
  OneOf,
  ref,
  Timestamp,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { recordExample } from '../../billing/billing-example.ts';
import { BillingRecordSchema } from '../../billing/schemas.ts';
import { bookingExample } from '../../bookings/booking-example.ts';
import { bookingPageQuery } from '../../bookings/request-schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { accountRef } from '../accounts/account-schemas.ts';
import { OfferSchema } from '../dispatch/dispatch-schemas.ts';
import {
  BookingDeliverySchema,
  BookingMessageSchema,
  bookingDetailsFields,
  CallSchema,
  engagedCrewFields,
  NoteSchema,
} from './booking-details-schemas.ts';

const accountFields = {
  account: accountRef('Account that owns the booking.'),
  area: Type.String({ description: 'Slug of the service area.', examples: ['united-states'] }),
};
const accountExample = {
  account: { id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10', name: 'Acme Furniture' },
  area: 'united-states',
};

const { id, name, phone_number } = engagedCrewFields;
const listedExample = {
  booking: bookingExample,
  ...accountExample,
  crew: null,
  trouble: null,
  is_planned: false,
  offer: null,
  is_late: false,
};

const ListedBookingSchema = Type.Object(
  {
    booking: ref(BookingSchema),
    ...accountFields,
    crew: NullableObject(
      { id, name, phone_number },
      'The assigned crew, or the crew that completed the booking; null without one.',
    ),
    trouble: bookingDetailsFields.trouble,
    is_planned: bookingDetailsFields.is_planned,
    offer: bookingDetailsFields.offer,
    is_late: Type.Boolean({ description: 'Whether the arrival window is missed or expected to be missed.' }),
  },
  named('ListedBooking', 'A booking with its account, service area and crew.', listedExample),
);

export const OperatorBookingListSchema = Type.Object(
  {
    data: Type.Array(ref(ListedBookingSchema), { description: 'Bookings, in the requested order.' }),
    next: Nullable(Type.String({ description: 'URL of the next page; null on the last page.' })),
    previous: Nullable(Type.String({ description: 'URL of the previous page; null on the first page.' })),
  },
  named('OperatorBookingList', 'A page of bookings of all accounts.', {
    data: [listedExample],
    next: null,
    previous: null,
  }),
);

const TimelineEntrySchema = Type.Object(
  {
    kind: OneOf(['change', 'event', 'not_sent'], {
      description:
        '`change`: an entry of the audit trail; `event`: an event that the partner receives; `not_sent`: ' +
        'messages that a limit or the country list refused.',
    }),
    at: Timestamp({ description: 'When it happened.' }),
    action: Type.Optional(Type.String({ description: 'Only with `change`: the action.' })),
    by: Type.Optional(
      Type.Object(
        {
          kind: OneOf(['client', 'user', 'portal_member', 'operator', 'crew_member', 'command', 'system'], {
            description: 'Kind of actor.',
          }),
          id: Type.String({ description: 'Id of the actor.' }),
          name: Nullable(
            Type.String({
              description: 'Name of the operator, crew member or portal member; null for other actors.',
            }),
          ),
        },
        { description: 'Only with `change`: who made it.' },
      ),
    ),
    changed: Type.Optional(
      Type.Array(Type.String(), { description: 'Only with `change`: names of the changed fields.' }),
    ),
    crew_name: Type.Optional(
      Nullable(
        Type.String({
          description: 'Only with `change`: name of the crew that the booking had, or lost, at that time.',
        }),
      ),
    ),
    stop: Type.Optional(
      NullableObject(
        {
          position: Type.Integer({ description: 'Zero-based position in the route at that time.' }),
          name: Type.String({ description: 'Name of its location.' }),
        },
        'Stop of a step of the crew; null for other entries.',
      ),
    ),
    request_id: Type.Optional(
      Type.String({ description: 'Only with `change`: id of the request that made it.' }),
    ),
    type: Type.Optional(Type.String({ description: 'Only with `event`: the event type.' })),
    sequence: Type.Optional(
      Type.Integer({ description: 'Only with `event`: sequence number within the booking.' }),
    ),
    channel: Type.Optional(
      OneOf(['sms', 'email'], { description: 'Only with `not_sent`: channel of the messages.' }),
    ),
    reason: Type.Optional(
      Type.String({ description: 'Only with `not_sent`: why the messages were not sent.' }),
    ),
    count: Type.Optional(Type.Integer({ description: 'Only with `not_sent`: number of messages.' })),
  },
  named('TimelineEntry', 'An entry in the history of a booking.', {
    kind: 'event',
    at: '2030-01-15T09:30:00.000Z',
    type: 'booking.created',
    sequence: 1,
  }),
);

export const OperatorBookingSchema = Type.Object(
  {
    booking: ref(BookingSchema),
    ...accountFields,
    ...bookingDetailsFields,
    geometry: GeometrySchema,
    notes: Type.Array(ref(NoteSchema), { description: 'Notes of operators and crew members, oldest first.' }),
    calls: Type.Array(ref(CallSchema), { description: 'Calls logged by operators, oldest first.' }),
    messages: Type.Array(ref(BookingMessageSchema), {
      description: 'Messages to recipients, newest first.',
    }),
    deliveries: Type.Array(ref(BookingDeliverySchema), {
      description:
        "Webhook deliveries of the booking's events, newest first. Excludes `crew.location_updated`.",
    }),
    timeline: Type.Array(ref(TimelineEntrySchema), {
      description: 'Changes and events, oldest first. Excludes crew positions.',
    }),
    offers: Type.Array(ref(OfferSchema), {
      description: 'Offers of automatic dispatch to crews, newest first.',
    }),
    billing_records: Type.Array(ref(BillingRecordSchema), { description: 'Billing records, oldest first.' }),
    payment_operations: Type.Array(
      Type.Object({
        kind: Type.String({ description: '`authorise`, `capture`, `refund` or `void`.' }),
        amount: Type.Integer({ description: 'Amount in cents.' }),
        status: Type.String({ description: '`pending`, `done` or `refused`.' }),
        reference: Nullable(
          Type.String({ description: 'Reference of the payment provider; null until it responds.' }),
        ),
        asked_at: DateTime({ description: 'When the operation was requested.' }),
      }),
      { description: 'Operations at the payment provider. Empty if the account pays by statement.' },
    ),
  },
  named('OperatorBooking', 'A booking with its account, crew, history and payments.', {
    booking: bookingExample,
    ...accountExample,
    crew: null,
    day: '2030-01-15',
    time_zone: 'America/New_York',
    trouble: null,
    is_planned: false,
    planned: null,
    offer: null,
    redelivery_of: null,
    redeliveries: [],
    geometry: [
      [
        [-76.6122, 39.2904],
        [-76.6155, 39.2851],
      ],
    ],
    notes: [],
    calls: [],
    messages: [],
    deliveries: [],
    timeline: [{ kind: 'event', at: '2030-01-15T09:30:00.000Z', type: 'booking.created', sequence: 1 }],
    offers: [],
    billing_records: [recordExample],
    payment_operations: [],
  }),
);

/** In the words of the board. */
const alerts = ['late', 'failed', 'unassigned'] as const;
const sorts = ['created', 'window'] as const;
export type BookingAlert = (typeof alerts)[number];
export type BookingSort = (typeof sorts)[number];

export const OperatorBookingQuerySchema = Type.Object(
  {
    ...bookingPageQuery,
    unassigned: Type.Optional(
      Type.Boolean({
        description: 'true returns only bookings without a crew. Mutually exclusive with `state`.',
      }),
    ),
    alert: Type.Optional(
      OneOf(alerts, {
        description:
          '`late`: the arrival window is missed or expected to be missed; `failed`: the crew cannot complete its ' +
          'current stop; `unassigned`: without a crew, and without a planned crew that departs in time.',
      }),
    ),
    sort: Type.Optional(
      OneOf(sorts, {
        description:
          '`created`: newest first; `window`: soonest window first, on-demand bookings by when they were booked. ' +
          'Default: `created`.',
      }),
    ),
    account_id: Type.Optional(Uuid({ description: 'Id of an account to filter by.' })),
    area: Type.Optional(Type.String({ maxLength: 255, description: 'Slug of a service area to filter by.' })),
    day: Type.Optional(
      Type.String({
        format: 'date',
        description:
          'Returns bookings whose window starts on this day, in the time zone of the window; on-demand ' +
          'bookings by the day of creation.',
        examples: ['2030-01-15'],
      }),
    ),
    window_from: Type.Optional(
      DateTime({ description: 'Returns bookings whose window starts at or after this time.' }),
    ),
    window_to: Type.Optional(
      DateTime({ description: 'Returns bookings whose window starts before this time.' }),
    ),
    hid: Type.Optional(Type.String({ maxLength: 8, description: 'Confirmation code to filter by.' })),
    order_number: Type.Optional(
      Type.String({ maxLength: 255, description: 'Order number of the partner to filter by.' }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description:
          'Search words. Each must be a prefix of a word in the confirmation code, order number, names, ' +
          'phone numbers, e-mail addresses or street addresses of the booking.',
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

export type TimelineEntry = View<typeof TimelineEntrySchema> & { readonly at: Date };
