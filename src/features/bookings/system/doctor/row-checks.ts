// Doctor checks of single bookings and quotes. Each page is read once and passed to all checks of its kind.

import { Findings } from '../../../../db/doctor/findings.ts';
import { dispatchFaults } from './dispatch-faults.ts';
import { lifecycleFaults } from './lifecycle-faults.ts';
import { bookingMoneyFaults, quoteMoneyFaults } from './money-faults.ts';
import type { BookingOnPage, EventHistoryOnPage, QuoteOnPage } from './page-reader-store.ts';
import { stateFaults, windowFaults } from './state-faults.ts';
import { bookingWireFaults, quoteWireFaults, shareLinkFaults } from './wire-faults.ts';

interface RowCheck<Item> {
  readonly name: string;
  readonly faults: (item: Item) => readonly string[];
}

export function bookingChecks(publicUrl: string): readonly RowCheck<BookingOnPage>[] {
  return [
    { name: 'states: required fields of each state', faults: ({ stored }) => stateFaults(stored.booking) },
    {
      name: 'windows: consistent times',
      faults: ({ stored, windowStartsAt }) => windowFaults(stored.booking.window, windowStartsAt),
    },
    {
      name: 'dispatch: steps in order, a photo per stop',
      faults: ({ stored }) => dispatchFaults(stored.booking),
    },
    {
      name: 'fares and fees: total = sum of parts',
      faults: ({ stored }) => bookingMoneyFaults(stored.booking),
    },
    {
      name: 'bookings: stored JSON matches the rows',
      faults: ({ stored, wire }) => bookingWireFaults(stored, wire),
    },
    {
      name: 'tracking links: start with PUBLIC_URL',
      faults: ({ stored, wire }) => shareLinkFaults(stored, wire, publicUrl),
    },
  ];
}

export const eventHistoryChecks: readonly RowCheck<EventHistoryOnPage>[] = [
  { name: 'events: legal transitions only', faults: ({ state, types }) => lifecycleFaults(state, types) },
];

export const quoteChecks: readonly RowCheck<QuoteOnPage>[] = [
  { name: 'quotes: total = sum of parts', faults: ({ quote }) => quoteMoneyFaults(quote) },
  {
    name: 'quotes: stored JSON matches the rows',
    faults: ({ id, quote, wire }) => [
      ...(quote.id === id ? [] : ['the stored facts belong to another quote']),
      ...quoteWireFaults(quote, wire),
    ],
  },
];

interface RowCheckRun<Item> {
  readonly table: string;
  readonly pages: AsyncIterable<readonly Item[]>;
  readonly checks: readonly RowCheck<Item>[];
  readonly onPage: (count: number) => void;
}

export async function runRowChecks<Item extends { readonly id: string; readonly account: string }>({
  table,
  pages,
  checks,
  onPage,
}: RowCheckRun<Item>) {
  const findings = checks.map((check) => ({ check, found: new Findings(check.name) }));
  let count = 0;
  for await (const page of pages) {
    for (const item of page) {
      const row = { table, id: item.id, account: item.account };
      for (const { check, found } of findings) found.add(row, runCheck(check, item));
    }
    count += page.length;
    onPage(count);
  }
  return findings.map(({ found }) => found.result());
}

/** An unreadable row is a finding, and the check continues with the next row. */
function runCheck<Item>({ faults }: RowCheck<Item>, item: Item): readonly string[] {
  try {
    return faults(item);
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : 'unknown'}`];
  }
}
