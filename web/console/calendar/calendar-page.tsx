// Capacity calendar page: bookings and capacity per hour over two weeks, and the capacity overrides.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { dayAfter, formatMonthDay } from '../../ui/calendar-day.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { CapacityCalendar } from '../api.ts';
import { productNames } from '../board/board-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { totalHours } from './calendar-labels.ts';
import { areaListQuery, type CalendarFilter, calendarQuery } from './calendar-queries.ts';
import { OverrideDialog, type OverrideDraft } from './override-dialog.tsx';
import { OverrideList } from './override-list.tsx';

const STEP_DAYS = 14;

export function CalendarPage() {
  const [choice, setChoice] = useState<CalendarFilter>({ area: null, timeZone: null, from: null });
  const { data, error, refetch } = useQuery(calendarQuery(choice));
  const [draft, setDraft] = useState<OverrideDraft | null>(null);
  const mayPlan = useHasRole('dispatcher');
  const open = (prefill: Partial<OverrideDraft>) => {
    if (data) setDraft({ area: data.area.slug, kind: 'holiday', product: '', day: data.today, ...prefill });
  };
  return (
    <>
      <PageHead
        title="Capacity calendar"
        lead="Bookings and capacity per hour. Close days, block hours or change the capacity. Partners see a change immediately; existing bookings are kept."
        actions={
          mayPlan && (
            <Button look="primary" icon="plus" disabled={!data} onClick={() => open({})}>
              Change the capacity
            </Button>
          )
        }
      />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Card isFlush>
          <SkeletonRows rows={8} label="Loading the calendar" />
        </Card>
      ) : (
        <>
          <Calendar view={data} choice={choice} onChoose={setChoice} onOpen={mayPlan ? open : null} />
          <OverrideList overrides={data.overrides} />
        </>
      )}
      {draft && data && <OverrideDialog draft={draft} view={data} onClose={() => setDraft(null)} />}
    </>
  );
}

interface CalendarProps {
  readonly view: CapacityCalendar;
  readonly choice: CalendarFilter;
  readonly onChoose: (choice: CalendarFilter) => void;
  /** null: read-only. */
  readonly onOpen: ((prefill: Partial<OverrideDraft>) => void) | null;
}

function Calendar({ view, choice, onChoose, onOpen }: CalendarProps) {
  const [selectedProduct, setSelectedProduct] = useState('');
  const products = view.products.map(({ product }) => product);
  const product = products.find((each) => each === selectedProduct) ?? '';
  const hours = useMemo(
    () => totalHours(view.products.filter((each) => product === '' || each.product === product)),
    [view.products, product],
  );
  const areas = useQuery(areaListQuery).data?.data ?? [view.area];
  const go = (days: number) => onChoose({ ...choice, from: dayAfter(view.first_day, days) });
  return (
    <Card isFlush>
      <div className="flex flex-wrap items-end gap-3 p-4 sm:px-5">
        <Select
          label="Area"
          className="w-44 max-sm:flex-1"
          value={view.area.slug}
          options={areas.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(area) => onChoose({ area, timeZone: null, from: choice.from })}
        />
        <Select
          label="Product"
          className="w-36"
          value={product}
          options={[
            { value: '', label: 'All products' },
            ...products.map((value) => ({ value, label: productNames[value] })),
          ]}
          onChange={setSelectedProduct}
        />
        {view.time_zones.length > 1 && (
          <Select
            label="Time zone"
            className="w-48"
            value={view.time_zone}
            options={view.time_zones.map((value) => ({ value, label: value }))}
            onChange={(timeZone) => onChoose({ ...choice, timeZone })}
          />
        )}
        <div className="ml-auto flex items-center gap-1 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
          <IconButton icon="back" label="Two weeks earlier" onClick={() => go(-STEP_DAYS)} />
          <span className="min-w-36 text-center font-semibold tabular-nums" aria-live="polite">
            {formatMonthDay(view.first_day)} – {formatMonthDay(view.last_day)}
          </span>
          <IconButton icon="chevron" label="Two weeks later" onClick={() => go(STEP_DAYS)} />
          <Button size="small" look="plain" onClick={() => onChoose({ ...choice, from: null })}>
            Today
          </Button>
        </div>
      </div>
      <CalendarGrid
        hours={hours}
        today={view.today}
        onDay={onOpen && ((day) => onOpen({ kind: 'holiday', day }))}
        onHour={onOpen && ((day, hour) => onOpen({ kind: 'capacity', day, hour, product }))}
      />
      <p className="px-4 py-3 text-[0.8125rem] text-muted sm:px-5">
        {view.area.capacity === 'planned'
          ? 'Bookings, by the hour in which windows begin. Windows of this area are planned: each can be booked while a crew can drive it. Only changes of the capacity limit the number.'
          : 'Bookings / capacity, by the hour in which windows begin.'}{' '}
        Times in {view.time_zone}.
      </p>
    </Card>
  );
}
