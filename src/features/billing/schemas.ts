// Request and response schemas of /billing.
import { Type } from 'typebox';
import { BILLING_KINDS } from '../../domain/money/billing-record.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/operations/schemas.ts';
import { recordExample, statementExample } from './billing-example.ts';

const Cents = (description: string) => Type.Integer({ description });
const Month = (description: string) => Type.String({ description, examples: ['2030-01'] });

export const BillingRecordSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the record.' }),
    kind: OneOf(BILLING_KINDS, { description: 'Kind of the record. New kinds can be added at any time.' }),
    amount: Cents('Change of the balance that you owe, in cents; negative if it decreases.'),
    lines: Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'One of base, labor, travel_distance, travel_duration and stops, a kind of adjustment, or the kind of the record.',
        }),
        name: Type.String({ description: 'Display name.' }),
        amount: Cents('Amount in cents.'),
      }),
      { description: 'Lines that add up to the amount.' },
    ),
    booking_id: Nullable(
      Uuid({ description: 'Id of the booking; null for a payment that is not for a single booking.' }),
    ),
    booking_hid: Nullable(Type.String({ description: 'Confirmation code of the booking.' })),
    order_number: Nullable(Type.String({ description: 'Your order number at the time of the record.' })),
    reference: Nullable(
      Type.String({ description: 'Reference of a payment, as given by the bank or payment provider.' }),
    ),
    month: Month('Month of the statement that contains the record.'),
    occurred_at: DateTime({ description: 'Time at which the event occurred.' }),
    booked_at: DateTime({
      description:
        'Time at which the record takes effect: when the event occurred, or when it became known if the month was already closed.',
    }),
  },
  {
    $id: 'BillingRecord',
    description: 'An immutable record of an amount that was billed or paid.',
    examples: [recordExample],
  },
);

export const BillingRecordListSchema = Type.Object(
  {
    data: Type.Array(ref(BillingRecordSchema), { description: 'The records, newest first.' }),
    next: Nullable(Type.String({ description: 'URL of the next page; null on the last page.' })),
    previous: Nullable(Type.String({ description: 'URL of the previous page; null on the first page.' })),
  },
  {
    $id: 'BillingRecordList',
    description: 'A page of billing records.',
    examples: [{ data: [recordExample], next: null, previous: null }],
  },
);

const status = OneOf(['open', 'final'], { description: 'A final statement never changes.' });
const balances = {
  opening_balance: Cents('Balance owed at the beginning of the month, in cents.'),
  closing_balance: Cents('Balance owed at the end of the month, in cents; negative for a credit balance.'),
};

export const StatementSchema = Type.Object(
  {
    month: Month('Year and month.'),
    status,
    time_zone: Type.String({ description: 'Time zone that defines the month.', examples: ['UTC'] }),
    from: DateTime({ description: 'Beginning of the month, inclusive.' }),
    to: DateTime({ description: 'End of the month, exclusive.' }),
    currency: Type.String({ description: 'Always USD.' }),
    account: Type.Object(
      {
        id: Uuid({ description: 'Id of the account.' }),
        name: Type.String({ description: 'Current name of the account.' }),
      },
      { description: 'Account of the statement.' },
    ),
    ...balances,
    totals: Type.Object(
      {
        fares: Cents('Rides, add-ons, tolls, waiting time and surcharges, in cents.'),
        tips: Cents('Tips, which are paid to the crews, in cents.'),
        discounts: Cents('Discounts in cents; negative.'),
        refunds: Cents('Refunds in cents; negative.'),
        credits: Cents('Credits in cents; negative.'),
        cancellation_fees: Cents('Cancellation fees in cents.'),
      },
      { description: 'Billed amounts by category.' },
    ),
    billed: Cents('Sum of the totals, in cents.'),
    paid: Cents('Payments minus refunded payments, in cents.'),
    payment_instructions: Nullable(
      Type.String({
        description:
          'How to pay the balance, in lines of text, as it is valid now; null if not stated, and in the sandbox.',
      }),
    ),
    records: Type.Array(ref(BillingRecordSchema), { description: 'The records of the month, oldest first.' }),
    csv_url: Type.String({ format: 'uri', description: 'URL of the statement as CSV.' }),
    pdf_url: Type.String({ format: 'uri', description: 'URL of the statement as PDF.' }),
  },
  { $id: 'Statement', description: 'Billing statement of one month.', examples: [statementExample] },
);

export const StatementListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        month: Month('Year and month.'),
        status,
        records: Type.Integer({ description: 'Number of records.' }),
        ...balances,
        url: Type.String({ format: 'uri', description: 'URL of the statement.' }),
      }),
      { description: 'The months, newest first.' },
    ),
  },
  {
    $id: 'StatementList',
    description: 'Months with billing records.',
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
    after: Type.Optional(
      Type.String({ maxLength: 200, description: 'Return records after this cursor, taken from `next`.' }),
    ),
    before: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Return records before this cursor, taken from `previous`. Cannot be combined with `after`.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Number of records per page. Default: 20.' }),
    ),
    booking_id: Type.Optional(Uuid({ description: 'Return only records of this booking.' })),
    kind: Type.Optional(
      Type.String({
        pattern: `^(?:${kinds})(?:,(?:${kinds}))*$`,
        'x-expected': `one or more of ${BILLING_KINDS.join(', ')}, separated by commas`,
        description: 'Return only records of these kinds, separated by commas.',
        examples: ['charge,refund'],
      }),
    ),
    month: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$',
        'x-expected': 'a month such as 2030-01',
        description: 'Return only records on the statement of this month.',
        examples: ['2030-01'],
      }),
    ),
    from: Type.Optional(
      DateTime({ description: 'Return only records with `booked_at` at or after this time.' }),
    ),
    to: Type.Optional(DateTime({ description: 'Return only records with `booked_at` before this time.' })),
  },
  { additionalProperties: false },
);

export const billingSchemas = [
  BillingRecordSchema,
  BillingRecordListSchema,
  StatementSchema,
  StatementListSchema,
];
