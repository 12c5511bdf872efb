// Examples of billing for the OpenAPI document.

export const recordExample = {
  id: '01941f29-9c00-7b10-8a21-5a7f3c2b9e33',
  kind: 'charge',
  amount: 12_450,
  lines: [
    { kind: 'base', name: 'Base fare', amount: 6_900 },
    { kind: 'labor', name: 'Labor', amount: 3_550 },
    { kind: 'travel_duration', name: 'Travel time', amount: 1_500 },
    { kind: 'tip', name: 'Tip', amount: 500 },
  ],
  booking_id: '01941f29-7c00-7abc-8f21-5a7f3c2b9e10',
  booking_hid: '7XK2M9QT',
  order_number: 'SO-10442',
  reference: null,
  month: '2030-01',
  occurred_at: '2030-01-15T17:42:10.000Z',
  booked_at: '2030-01-15T17:42:10.000Z',
};

export const statementExample = {
  month: '2030-01',
  status: 'final',
  time_zone: 'UTC',
  from: '2030-01-01T00:00:00.000Z',
  to: '2030-02-01T00:00:00.000Z',
  currency: 'USD',
  account: { id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10', name: 'Acme Furniture' },
  opening_balance: 0,
  totals: { fares: 11_950, tips: 500, discounts: 0, refunds: 0, credits: 0, cancellation_fees: 0 },
  billed: 12_450,
  paid: 0,
  closing_balance: 12_450,
  payment_instructions: 'Wire to Example Bank, account 12345678.\nReference: Acme Furniture 2030-01',
  records: [recordExample],
  csv_url: 'https://api.example.com/billing/statements/2030-01.csv',
  pdf_url: 'https://api.example.com/billing/statements/2030-01.pdf',
};
