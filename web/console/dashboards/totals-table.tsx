// The figures of the charts as an accessible table.
import { Card } from '../../ui/card.tsx';
import type { DayTotals } from '../api.ts';
import { bookingsOf, formatCount, formatMoney, formatPercent, onTimeShare } from './dashboard-labels.ts';

interface TotalsRow extends DayTotals {
  readonly key: string;
  readonly name: string;
  /** Share of used capacity; null: not available for this row. */
  readonly fill: number | null;
}

interface TotalsTableProps {
  readonly title: string;
  /** Heading of the first column. */
  readonly first: string;
  readonly note?: string;
  readonly rows: readonly TotalsRow[];
}

const columns: readonly { readonly name: string; readonly format: (row: TotalsRow) => string }[] = [
  { name: 'Bookings', format: (row) => formatCount(bookingsOf(row)) },
  { name: 'Completed', format: ({ completed }) => formatCount(completed) },
  { name: 'Assigned', format: ({ dispatched }) => formatCount(dispatched) },
  { name: 'Unassigned', format: ({ created }) => formatCount(created) },
  { name: 'Cancelled', format: ({ cancelled }) => formatCount(cancelled) },
  { name: 'On time', format: (row) => formatPercent(onTimeShare(row)) },
  { name: 'Revenue', format: ({ revenue_cents }) => formatMoney(revenue_cents) },
  { name: 'Capacity used', format: ({ fill }) => formatPercent(fill) },
];

export function TotalsTable({ title, first, note, rows }: TotalsTableProps) {
  return (
    <Card title={title} note={note} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="overflow-x-auto border-t" aria-label={`${title} table`} tabIndex={0}>
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
                {columns.map(({ name, format }) => (
                  <td key={name} className="px-3 py-2 text-right whitespace-nowrap">
                    {format(row)}
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
