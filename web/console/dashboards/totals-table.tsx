// The figures of the charts as an accessible table.
import type { DayTotals } from '../../../src/features/console/planning/dashboard-wire.ts';
import { Card } from '../../ui/card.tsx';
import { bookingsOf, formatCount, formatMoney, formatPercent, onTimeShare } from './dashboard-labels.ts';

interface SumsRow extends DayTotals {
  readonly key: string;
  readonly name: string;
  /** Share of used capacity; null: not available for this row. */
  readonly fill: number | null;
}

interface SumsTableProps {
  readonly title: string;
  /** Heading of the first column. */
  readonly first: string;
  readonly rows: readonly SumsRow[];
}

const columns: readonly { readonly name: string; readonly say: (row: SumsRow) => string }[] = [
  { name: 'Bookings', say: (row) => formatCount(bookingsOf(row)) },
  { name: 'Completed', say: ({ completed }) => formatCount(completed) },
  { name: 'With a crew', say: ({ dispatched }) => formatCount(dispatched) },
  { name: 'Waiting', say: ({ created }) => formatCount(created) },
  { name: 'Cancelled', say: ({ cancelled }) => formatCount(cancelled) },
  { name: 'On time', say: (row) => formatPercent(onTimeShare(row)) },
  { name: 'Revenue', say: ({ revenue_cents }) => formatMoney(revenue_cents) },
  { name: 'Filled', say: ({ fill }) => formatPercent(fill) },
];

export function TotalsTable({ title, first, rows }: SumsTableProps) {
  return (
    <Card title={title} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="overflow-x-auto border-t" aria-label={`${title}, figures`} tabIndex={0}>
        <table className="w-full text-[0.8125rem] tabular-nums">
          <thead>
            <tr className="border-b text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium sm:px-5">
                {first}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="px-3 py-2 text-right font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="max-w-64 truncate px-4 py-2 text-left font-medium sm:px-5">
                  {row.name}
                </th>
                {columns.map(({ name, say }) => (
                  <td key={name} className="px-3 py-2 text-right whitespace-nowrap">
                    {say(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
