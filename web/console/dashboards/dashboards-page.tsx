// Dashboards page: bookings, on-time arrivals, revenue and used capacity.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonthDay, formatShortDay } from '../../ui/calendar-day.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LineChart } from '../../ui/line-chart.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StackedChart } from '../../ui/stacked-chart.tsx';
import type { Dashboard } from '../api.ts';
import { areaListQuery } from '../calendar/calendar-queries.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import {
  bookingsOf,
  fillShare,
  formatCount,
  formatMoney,
  formatPercent,
  onTimeShare,
} from './dashboard-labels.ts';
import { csvUrl, type DashboardFilter, dashboardQuery } from './dashboard-queries.ts';
import { TotalsTable } from './totals-table.tsx';

export function DashboardsPage() {
  const [choice, setChoice] = useState<DashboardFilter>({ days: '30', accountId: '', area: '' });
  const { data, error, refetch } = useQuery(dashboardQuery(choice));
  return (
    <>
      <PageHead
        title="Dashboards"
        lead="By day of the arrival window. On time means that the crew arrived before the window ended."
        actions={
          <a
            href={csvUrl(choice)}
            download
            className="inline-flex min-h-9 items-center gap-2 rounded-lg border bg-card px-3.5 py-1 font-semibold no-underline shadow-xs hover:border-field-line hover:bg-hover pointer-coarse:min-h-11"
          >
            <Icon name="arrow" className="rotate-90" />
            Download CSV
          </a>
        }
      />
      <Filters choice={choice} onChange={setChoice} />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Card isFlush>
          <SkeletonRows rows={8} label="Loading totals" />
        </Card>
      ) : (
        <TotalsView view={data} />
      )}
    </>
  );
}

interface FiltersProps {
  readonly choice: DashboardFilter;
  readonly onChange: (choice: DashboardFilter) => void;
}

function Filters({ choice, onChange }: FiltersProps) {
  const organizations = useQuery(organizationsQuery).data?.data ?? [];
  const areas = useQuery(areaListQuery).data?.data ?? [];
  return (
    <div className="flex flex-wrap gap-3">
      <Select
        label="Days"
        className="w-36 max-sm:w-full"
        value={choice.days}
        options={[
          { value: '7', label: 'Last 7 days' },
          { value: '30', label: 'Last 30 days' },
          { value: '90', label: 'Last 90 days' },
        ]}
        onChange={(days) => onChange({ ...choice, days: days as DashboardFilter['days'] })}
      />
      <Select
        label="Organization"
        className="w-48 max-sm:flex-1"
        value={choice.accountId}
        options={[
          { value: '', label: 'All organizations' },
          ...organizations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(accountId) => onChange({ ...choice, accountId })}
      />
      <Select
        label="Area"
        className="w-48 max-sm:flex-1"
        value={choice.area}
        options={[
          { value: '', label: 'All areas' },
          ...areas.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        onChange={(area) => onChange({ ...choice, area })}
      />
    </div>
  );
}

function TotalsView({ view }: { readonly view: Dashboard }) {
  const { totals, days } = view;
  if (bookingsOf(totals) === 0)
    return (
      <Card isFlush>
        <EmptyState icon="chart" title="No bookings on these days">
          Totals appear here for days with bookings. Select more days, or all organizations and areas.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <TotalCard
          name="Bookings"
          value={formatCount(bookingsOf(totals))}
          note={`${formatCount(totals.completed)} completed`}
        />
        <TotalCard
          name="On time"
          value={formatPercent(onTimeShare(totals))}
          note={`${formatCount(totals.on_time)} of ${formatCount(totals.on_time + totals.late)} arrivals`}
        />
        <TotalCard
          name="Revenue"
          value={formatMoney(totals.revenue_cents)}
          note="fares and cancellation fees"
        />
        <TotalCard
          name="Capacity used"
          value={formatPercent(fillShare(totals))}
          note={`${formatCount(totals.reserved)} booked, capacity ${formatCount(totals.places)}`}
        />
      </dl>
      <div className="grid gap-5 xl:grid-cols-2">
        <Card>
          <BookingsChart days={days} />
        </Card>
        <Card>
          <RevenueChart days={days} />
        </Card>
        <Card className="xl:col-span-2">
          <RatesChart days={days} />
        </Card>
      </div>
      <TotalsTable
        title="By organization"
        first="Organization"
        rows={view.accounts.map((sums) => ({ ...sums, key: sums.id, fill: null }))}
      />
      <TotalsTable
        title="By area"
        first="Area"
        rows={view.areas.map((sums) => ({ ...sums, key: sums.slug, fill: fillShare(sums) }))}
      />
      <TotalsTable
        title="By day"
        first="Day"
        note="Days with bookings, newest first."
        rows={days
          .filter((sums) => bookingsOf(sums) > 0)
          .toReversed()
          .map((sums) => ({
            ...sums,
            key: sums.day,
            name: formatShortDay(sums.day),
            fill: fillShare(sums),
          }))}
      />
    </>
  );
}

function TotalCard({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div className="rounded-xl border bg-card px-4 py-3 shadow-xs">
      <dt className="text-[0.8125rem] text-muted">{name}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="text-[0.8125rem] text-muted">{note}</dd>
    </div>
  );
}

type Days = { readonly days: Dashboard['days'] };

const states = [
  { name: 'Completed', swatch: 'bg-bar-good', fill: 'fill-bar-good' },
  { name: 'Assigned', swatch: 'bg-field-line', fill: 'fill-field-line' },
  { name: 'Unassigned', swatch: 'bg-signal', fill: 'fill-signal' },
  { name: 'Cancelled', swatch: 'bg-bar-bad', fill: 'fill-bar-bad' },
];

function BookingsChart({ days }: Days) {
  return (
    <StackedChart
      title="Bookings by state"
      series={states}
      bars={days.map((sums) => ({
        name: formatShortDay(sums.day),
        shortName: formatMonthDay(sums.day),
        values: [sums.completed, sums.dispatched, sums.created, sums.cancelled],
      }))}
    />
  );
}

function RevenueChart({ days }: Days) {
  return (
    <StackedChart
      title="Revenue"
      series={[{ name: 'Revenue', swatch: 'bg-bar-good', fill: 'fill-bar-good' }]}
      bars={days.map((sums) => ({
        name: formatShortDay(sums.day),
        shortName: formatMonthDay(sums.day),
        values: [Math.max(0, sums.revenue_cents)],
      }))}
      format={formatMoney}
    />
  );
}

function RatesChart({ days }: Days) {
  const percent = (share: number | null) => (share === null ? null : share * 100);
  return (
    <LineChart
      title="On-time arrivals and capacity used"
      mainName="Capacity used"
      secondName="On time"
      points={days.map((sums) => ({
        name: formatShortDay(sums.day),
        shortName: formatMonthDay(sums.day),
        main: percent(fillShare(sums)),
        second: percent(onTimeShare(sums)),
      }))}
      format={(value) => formatPercent(value / 100)}
    />
  );
}
