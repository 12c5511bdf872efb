// Request and response schemas of exceptions.
import { Type } from 'typebox';
import { PRODUCTS } from '../../../domain/dispatch/product.ts';
import {
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  ref,
  Timestamp,
  Uuid,
  type View,
  Words,
} from '../../../http/operations/schemas.ts';
import { accountRef } from '../accounts/account-schemas.ts';
import { OpenOfferSchema } from '../dispatch/open-offer-schema.ts';

const kinds = [
  'failed_stop',
  'crew_problem',
  'late',
  'at_risk',
  'unassigned',
  'payment_refused',
  'webhook_dead',
  'branding_pending',
  'message_limit',
  'events_waiting',
] as const;

const bookingId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee';
const exampleKey = `late:${bookingId}:1894726800000`;
const key = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Unique key of the exception, from the list of exceptions.',
});
const reason = Words(500, 'Reason of the decision. Other operators see it.');
const text = (description: string) => Nullable(Type.String({ description }));

const exceptionExample = {
  key: exampleKey,
  kind: 'late',
  severity: 'critical',
  since: '2030-01-15T17:00:00.000Z',
  says: 'The arrival window has ended and the crew has not arrived.',
  account: { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a11', name: 'Acme Furniture' },
  booking: {
    id: bookingId,
    hid: '7XK2M9QT',
    area: 'united-states',
    product: 'van',
    town: 'Brooklyn',
    customer_name: 'Ana Diaz',
    customer_phone_number: '+14155552671',
    crew_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01',
    crew_name: 'Ana and Bo',
    crew_phone_number: '+12125550142',
    window_start_at: '2030-01-15T16:00:00.000Z',
    window_end_at: '2030-01-15T17:00:00.000Z',
    time_zone: 'America/New_York',
    offer: null,
  },
  endpoint: null,
};

const BookingSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.' }),
    area: text('Slug of the service area.'),
    product: Nullable(OneOf(PRODUCTS, { description: 'The booked product; null for payments.' })),
    town: text('Town of the last stop.'),
    customer_name: text('Name of the customer, or of the first contact.'),
    customer_phone_number: text('Phone number of the customer, or of the first contact.'),
    crew_id: Nullable(Uuid({ description: 'Id of the assigned crew.' })),
    crew_name: text('Name of the assigned crew.'),
    crew_phone_number: text("Phone number of the crew's lead, or of the first member with one."),
    window_start_at: text('Start of the arrival window; null for on-demand bookings.'),
    window_end_at: text('End of the arrival window; null for on-demand bookings.'),
    time_zone: text('Time zone of the arrival window.'),
    offer: OpenOfferSchema,
  },
  { description: 'Affected booking; null if none.' },
);

const { id, hid, customer_name } = BookingSchema.properties;
const DecidedBookingSchema = Type.Object(
  { id, hid, customer_name },
  { description: 'Affected booking; null if none.' },
);

const EndpointSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the endpoint.' }),
    url: Type.String({ description: 'URL of the endpoint.' }),
  },
  { description: 'Affected webhook endpoint; null if none.' },
);

export const ExceptionSchema = Type.Object(
  {
    key,
    kind: OneOf(kinds, { description: 'Kind of exception.' }),
    severity: OneOf(['critical', 'high', 'medium'], { description: 'Severity.' }),
    since: DateTime({ description: 'Since when the exception exists.' }),
    says: Type.String({ description: 'Description in one sentence.' }),
    account: Nullable(
      accountRef('Account that is affected; null if the exception concerns the whole environment.'),
    ),
    booking: Nullable(BookingSchema),
    endpoint: Nullable(EndpointSchema),
  },
  named(
    'Exception',
    'A booking, payment, webhook endpoint or account that needs an operator.',
    exceptionExample,
  ),
);

export const ExceptionListSchema = Type.Object(
  {
    data: Type.Array(ref(ExceptionSchema), {
      description: 'Open exceptions, most severe first, then oldest first. At most 200.',
    }),
    total: Type.Integer({ description: 'Number of open exceptions.' }),
  },
  named('ExceptionList', 'Open exceptions.', { data: [exceptionExample], total: 1 }),
);

export const ResolutionSchema = Type.Object(
  { key, reason },
  closed('ExceptionResolution', 'Resolution of an exception.', {
    key: exampleKey,
    reason: 'Called the customer, who will wait',
  }),
);

export const SnoozeSchema = Type.Object(
  {
    key,
    reason,
    minutes: Type.Integer({
      minimum: 1,
      maximum: 10_080,
      description: 'Duration of the snooze in minutes, at most 10,080 (7 days).',
    }),
  },
  closed('ExceptionSnooze', 'Snooze of an exception.', {
    key: exampleKey,
    reason: 'The crew arrives in five minutes',
    minutes: 15,
  }),
);

export const ReopeningSchema = Type.Object(
  { key },
  closed('ExceptionReopening', 'Withdrawal of a decision.', { key: exampleKey }),
);

const decisionExample = {
  key: exampleKey,
  kind: 'late',
  subject_id: bookingId,
  booking: { id: bookingId, hid: '7XK2M9QT', customer_name: 'Ana Diaz' },
  account: exceptionExample.account,
  endpoint: null,
  decision: 'resolved',
  until: null,
  reason: 'Called the customer, who will wait',
  operator_name: 'Dana Reyes',
  at: '2030-01-15T17:10:00.000Z',
};

export const DecisionListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          key,
          kind: Type.String({ description: 'Kind of exception.' }),
          subject_id: Type.String({ description: 'Id of the booking, endpoint or account.' }),
          booking: Nullable(DecidedBookingSchema),
          account: Nullable(accountRef('Account of the booking or endpoint; null if none.')),
          endpoint: Nullable(EndpointSchema),
          decision: OneOf(['resolved', 'snoozed'], { description: 'The decision.' }),
          until: Nullable(Timestamp({ description: 'End of the snooze; null if resolved.' })),
          reason,
          operator_name: Type.String({ description: 'Name of the operator who decided.' }),
          at: Timestamp({ description: 'When the decision was made.' }),
        },
        { description: 'A decision of an operator about an exception.' },
      ),
      { description: 'Decisions, newest first. At most 100.' },
    ),
  },
  named('ExceptionDecisionList', 'Recent decisions about exceptions.', { data: [decisionExample] }),
);

export const exceptionSchemas = [
  ExceptionSchema,
  ExceptionListSchema,
  ResolutionSchema,
  SnoozeSchema,
  ReopeningSchema,
  DecisionListSchema,
];

export type ExceptionView = View<typeof ExceptionSchema>;
export type ExceptionKind = ExceptionView['kind'];
export type ExceptionDecision = View<typeof DecisionListSchema>['data'][number];
