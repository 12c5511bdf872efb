// Request and response schemas for the data of a data subject.
import { Type } from 'typebox';
import { BOOKING_STATES } from '../../../domain/booking/booking.ts';
import {
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { accountRef } from '../accounts/account-schemas.ts';

const person = {
  phone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Phone number in any common notation.' }),
  ),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'E-mail address.' })),
  account_id: Type.Optional(
    Uuid({ description: 'Id of an account to limit the request to. Default: all accounts.' }),
  ),
};
const example = { phone: '+1 212 555 0147', email: 'ada@example.com' };

export const AskedPersonSchema = Type.Object(
  person,
  closed(
    'AskedPerson',
    'A data subject, identified by phone number, e-mail address or both. Matches either.',
    example,
  ),
);

export const PersonErasureSchema = Type.Object(
  {
    ...person,
    force: Type.Optional(
      Type.Boolean({
        description:
          'true also erases data of open bookings, whose crews then cannot contact the person. Default: false.',
      }),
    ),
  },
  closed('PersonErasure', 'Data subject to erase.', example),
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const PersonFindingsSchema = Type.Object(
  {
    phone: Nullable(Type.String({ description: 'Phone number in E.164 format; null if not given.' })),
    email: Nullable(Type.String({ description: 'Normalized e-mail address; null if not given.' })),
    bookings: Type.Array(
      Type.Object({
        id: Uuid({ description: 'Unique id of the booking.' }),
        hid: Type.String({ description: 'Confirmation code.' }),
        state: OneOf(BOOKING_STATES, { description: 'State of the booking.' }),
        account: accountRef('Account that owns the booking.'),
        role: OneOf(['customer', 'contact'], {
          description: 'Current or former role of the person in the booking.',
        }),
        created_at: DateTime({ description: 'When the booking was created.' }),
      }),
      { description: 'Bookings, newest first, at most 1,000.' },
    ),
    messages: count('Number of stored messages to the address.'),
    opt_outs: count('Number of opt-outs of the person.'),
    users: count(
      'Number of personal accounts with this address as user name. They are not erased by this API.',
    ),
  },
  named('PersonFindings', 'Where a data subject appears.', {
    phone: '+12125550147',
    email: null,
    bookings: [
      {
        id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
        hid: '3J6KGT00',
        state: 'completed',
        account: { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01', name: 'Acme Furniture' },
        role: 'customer',
        created_at: '2030-01-15T09:30:00.000Z',
      },
    ],
    messages: 3,
    opt_outs: 0,
    users: 0,
  }),
);

const documents = (description: string) => Type.Array(Type.Unknown(), { description });

export const PersonExportSchema = Type.Object(
  {
    person: Type.Object(
      {
        phone: Nullable(Type.String({ description: 'Phone number in E.164 format; null if not given.' })),
        email: Nullable(Type.String({ description: 'Normalized e-mail address; null if not given.' })),
        account_id: Nullable(
          Uuid({ description: 'Account that the export is limited to; null for all accounts.' }),
        ),
      },
      { description: 'The requested data subject.' },
    ),
    exported_at: DateTime({ description: 'When the export was made.' }),
    bookings: documents('Bookings, as partners see them.'),
    events: documents('Events of these bookings, as sent to webhook endpoints.'),
    messages: documents('Messages to the person and about these bookings.'),
    opt_outs: documents('Opt-outs of the person.'),
    webhook_deliveries: documents('Webhook deliveries of the events.'),
    requests: documents('Request log entries about these bookings.'),
    notes: documents('Notes and calls of operators and notes of crews about these bookings.'),
    photos: documents('File names of the photos of these bookings.'),
    users: documents('Personal accounts with this address as user name.'),
  },
  named('PersonExport', 'All stored data of a data subject.', {
    person: { phone: '+12125550147', email: null, account_id: null },
    exported_at: '2030-01-15T09:30:00.000Z',
    bookings: [],
    events: [],
    messages: [],
    opt_outs: [],
    webhook_deliveries: [],
    requests: [],
    notes: [],
    photos: [],
    users: [],
  }),
);

const reportExample = {
  bookings: 2,
  quotes: 2,
  events: 9,
  messages: 4,
  answers: 3,
  notes: 1,
  photos: 2,
  stored_answers: 1,
  opt_outs: 0,
  remaining: 0,
};

export const ErasureReportSchema = Type.Object(
  {
    bookings: count('Number of bookings erased by this request.'),
    quotes: count('Number of quotes.'),
    events: count('Number of events, including their webhook payloads.'),
    messages: count('Number of messages whose content was erased.'),
    answers: count('Number of stored endpoint responses that were erased.'),
    notes: count('Number of notes that were erased.'),
    photos: count('Number of photos that were deleted.'),
    stored_answers: count('Number of stored responses for idempotency keys.'),
    opt_outs: count('Number of opt-out addresses that were replaced by a digest.'),
    remaining: count('Number of bookings that remain. Repeat the request while it is not 0.'),
  },
  named('ErasureReport', 'Result of an erasure request.', reportExample),
);

export const privacySchemas = [
  AskedPersonSchema,
  PersonErasureSchema,
  PersonFindingsSchema,
  PersonExportSchema,
  ErasureReportSchema,
];

export type AskedPerson = View<typeof AskedPersonSchema>;
export type ErasureReport = View<typeof ErasureReportSchema>;
export type PersonFindings = View<typeof PersonFindingsSchema>;
