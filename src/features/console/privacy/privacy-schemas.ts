// Request and response schemas for the data of a data subject.
import { Type } from 'typebox';
import { BOOKING_STATES } from '../../../domain/booking.ts';
import { DateTime, Nullable, OneOf, Uuid } from '../../../http/schemas.ts';

const person = {
  phone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'A phone number, however it is written.' }),
  ),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'A mail address.' })),
  account_id: Type.Optional(Uuid({ description: 'Only what this account has; otherwise all of them.' })),
};
const closed = { additionalProperties: false };
const examples = [{ phone: '+1 212 555 0147', email: 'ada@example.com' }];

export const AskedPersonSchema = Type.Object(person, {
  ...closed,
  $id: 'AskedPerson',
  description: 'Who is meant: by phone number, by mail address, or by either.',
  examples,
});

export const PersonErasureSchema = Type.Object(
  {
    ...person,
    force: Type.Optional(
      Type.Boolean({
        description: 'true: also bookings that are still under way, whose crews then know nobody to call.',
      }),
    ),
  },
  { ...closed, $id: 'PersonErasure', description: 'Whom to erase.', examples },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const PersonFindingsSchema = Type.Object(
  {
    phone: Nullable(Type.String({ description: 'As it was understood.' })),
    email: Nullable(Type.String({ description: 'As it was understood.' })),
    bookings: Type.Array(
      Type.Object({
        id: Uuid({ description: 'Its id.' }),
        hid: Type.String({ description: 'Its confirmation code.' }),
        state: OneOf(BOOKING_STATES, { description: 'Where it stands.' }),
        account: Type.Object(
          { id: Uuid({ description: 'Its id.' }), name: Type.String({ description: 'Its name.' }) },
          { description: 'Whose booking it is.' },
        ),
        role: OneOf(['customer', 'contact'], { description: 'What the person is in it, or once was.' }),
        created_at: DateTime({ description: 'When it was booked.' }),
      }),
      { description: 'Newest first, at most 1,000.' },
    ),
    messages: count('Messages that are kept with the address.'),
    opt_outs: count('Whether they want no messages.'),
    users: count('Personal accounts with this address as user name; these are not erased here.'),
  },
  {
    $id: 'PersonFindings',
    description: 'Where a person appears.',
    examples: [
      {
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
      },
    ],
  },
);

const documents = (description: string) => Type.Array(Type.Unknown(), { description });

export const PersonExportSchema = Type.Object(
  {
    person: Type.Object(
      {
        phone: Nullable(Type.String({ description: 'As it was understood.' })),
        email: Nullable(Type.String({ description: 'As it was understood.' })),
        account_id: Nullable(Uuid({ description: 'null: of all accounts.' })),
      },
      { description: 'Who was asked for.' },
    ),
    exported_at: DateTime({ description: 'When.' }),
    bookings: documents('As partners see them.'),
    events: documents('What was told of these bookings, as it was sent to receivers.'),
    messages: documents('What was written to them, and about these bookings.'),
    opt_outs: documents('What they want no messages by.'),
    webhook_deliveries: documents('Where the events went.'),
    requests: documents('Calls about these bookings.'),
    notes: documents('What operators wrote down about these bookings.'),
    photos: documents('Photos of these bookings, by name.'),
    users: documents('Personal accounts with this address as user name.'),
  },
  {
    $id: 'PersonExport',
    description: 'Everything that is kept of a person.',
    examples: [
      {
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
      },
    ],
  },
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
    bookings: count('Bookings that were rewritten now.'),
    quotes: count('Quotes.'),
    events: count('Events, with what receivers are sent of them.'),
    messages: count('Messages that were emptied.'),
    answers: count('Answers of receivers that were emptied.'),
    notes: count('Notes of operators that were emptied.'),
    photos: count('Photos that were deleted.'),
    stored_answers: count('Answers kept for repeats of a write.'),
    opt_outs: count('Addresses that were replaced by a digest.'),
    remaining: count('Bookings that are still to be done: ask again.'),
  },
  { $id: 'ErasureReport', description: 'What was done.', examples: [reportExample] },
);

export const privacySchemas = [
  AskedPersonSchema,
  PersonErasureSchema,
  PersonFindingsSchema,
  PersonExportSchema,
  ErasureReportSchema,
];
