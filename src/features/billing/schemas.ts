// Request and response schemas of /billing.
import { Type } from 'typebox';
import { BILLING_KINDS } from '../../domain/billing-record.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { recordExample, statementExample } from './billing-example.ts';

const Cents = (description: string) => Type.Integer({ description });
const Month = (description: string) => Type.String({ description, examples: ['2030-01'] });

export const BillingRecordSchema = Type.Object(
  {
    id: Uuid({ description: 'The id of the record.' }),
    kind: OneOf(BILLING_KINDS, { description: 'What it is. New kinds may be added.' }),
    amount: Cents('By how much you owe more, in cents; negative where you owe less.'),
    lines: Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'base, labor, travel_distance, travel_duration, stops, a kind of adjustment, or the kind of the record.',
        }),
        name: Type.String({ description: 'For people.' }),
        amount: Cents('Cents.'),
      }),
      { description: 'What the amount is made of.' },
    ),
    booking_id: Nullable(Uuid({ description: 'The booking; null for a payment of more than one.' })),
    booking_hid: Nullable(Type.String({ description: 'Its confirmation code.' })),
    order_number: Nullable(Type.String({ description: 'Your reference, as it was then.' })),
    reference: Nullable(Type.String({ description: 'What a payment is called by who made it.' })),
    month: Month('The statement that it is on.'),
    occurred_at: DateTime({ description: 'When it happened.' }),
    booked_at: DateTime({
      description:
        'When it counts from: when it happened, or when it became known if the month had closed by then.',
    }),
  },
  {
    $id: 'BillingRecord',
    description: 'Something that was billed or paid. Records are added and never changed.',
    examples: [recordExample],
  },
);

export const BillingRecordListSchema = Type.Object(
  {
    data: Type.Array(ref(BillingRecordSchema), { description: 'Newest first.' }),
    next: Nullable(Type.String({ description: 'The address of the next page; null on the last.' })),
    previous: Nullable(Type.String({ description: 'The address of the previous page; null on the first.' })),
  },
  {
    $id: 'BillingRecordList',
    description: 'A page of billing records.',
    examples: [{ data: [recordExample], next: null, previous: null }],
  },
);

const status = OneOf(['open', 'final'], { description: 'A final statement never changes again.' });
const balances = {
  opening_balance: Cents('What you owed before.'),
  closing_balance: Cents('What you owe after; negative where you are owed.'),
};

export const StatementSchema = Type.Object(
  {
    month: Month('Year and month.'),
    status,
    time_zone: Type.String({ description: 'Whose calendar makes the month.', examples: ['UTC'] }),
    from: DateTime({ description: 'The first moment of the month.' }),
    to: DateTime({ description: 'The first moment after it.' }),
    currency: Type.String({ description: 'Always USD.' }),
    account: Type.Object(
      {
        id: Uuid({ description: 'Its id.' }),
        name: Type.String({ description: 'Its name as it is now.' }),
      },
      { description: 'Whose statement it is.' },
    ),
    ...balances,
    totals: Type.Object(
      {
        fares: Cents('Rides, add-ons, tolls, waiting and surcharges.'),
        tips: Cents('Tips, which go to the crews.'),
        discounts: Cents('Negative.'),
        refunds: Cents('Negative.'),
        credits: Cents('Negative.'),
        cancellation_fees: Cents('Fees.'),
      },
      { description: 'What was billed, by what it was for.' },
    ),
    billed: Cents('The sum of the totals.'),
    paid: Cents('What was paid less what was paid back.'),
    records: Type.Array(ref(BillingRecordSchema), { description: 'Oldest first.' }),
    csv_url: Type.String({ format: 'uri', description: 'The same for spreadsheets.' }),
    pdf_url: Type.String({ format: 'uri', description: 'The same on paper.' }),
  },
  { $id: 'Statement', description: 'What a month came to.', examples: [statementExample] },
);

export const StatementListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        month: Month('Year and month.'),
        status,
        records: Type.Integer({ description: 'How many records it has.' }),
        ...balances,
        url: Type.String({ format: 'uri', description: 'The statement.' }),
      }),
      { description: 'Newest first.' },
    ),
  },
  {
    $id: 'StatementList',
    description: 'The months in which something was booked.',
    examples: [
      {
        data: [
          {
            month: '2030-01',
            status: 'final',
            records: 1,
            opening_balance: 0,
            closing_balance: 12_450,
            url: statementExample.csv_url.replace('.csv', ''),
          },
        ],
      },
    ],
  },
);

const kinds = BILLING_KINDS.join('|');

/** `kind` is comma-separated; the pattern validates the values. */
export const RecordListQuerySchema = Type.Object(
  {
    after: Type.Optional(Type.String({ maxLength: 200, description: 'Cursor from `next`.' })),
    before: Type.Optional(
      Type.String({ maxLength: 200, description: 'Cursor from `previous`; not together with `after`.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20.' })),
    booking_id: Type.Optional(Uuid({ description: 'Of this booking only.' })),
    kind: Type.Optional(
      Type.String({
        pattern: `^(?:${kinds})(?:,(?:${kinds}))*$`,
        'x-expected': `one or several of ${BILLING_KINDS.join(', ')}, separated by commas`,
        description: 'Only these kinds, comma-separated.',
        examples: ['charge,refund'],
      }),
    ),
    month: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$',
        'x-expected': 'a month such as 2030-01',
        description: 'On the statement of this month only.',
        examples: ['2030-01'],
      }),
    ),
    from: Type.Optional(DateTime({ description: 'Booked at or after.' })),
    to: Type.Optional(DateTime({ description: 'Booked before.' })),
  },
  { additionalProperties: false },
);

export const billingSchemas = [
  BillingRecordSchema,
  BillingRecordListSchema,
  StatementSchema,
  StatementListSchema,
];
