// Bookings of the account: search, filters, and the way to a new booking. Search and filters are in the URL.
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { dayAfter, formatLongDay, today } from '../../ui/calendar-day.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { type BookingFilters, readFilters } from './booking-filters.ts';
import { stateLabels } from './booking-labels.ts';
import { useBookings } from './booking-queries.ts';
import { BookingTable } from './booking-table.tsx';

const stateOptions = [
  { value: '', label: 'Any state' },
  ...Object.entries(stateLabels).map(([value, { label }]) => ({ value, label })),
];

export function BookingsPage() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const found = useBookings(filters);
  const timeZone = found.data?.pages[0]?.time_zone ?? null;
  const set = (change: BookingFilters) =>
    setParams(readFilters(new URLSearchParams({ ...filters, ...change })), { replace: true });
  return (
    <>
      <PageHead
        title="Bookings"
        lead="Bookings of your organization, newest first."
        actions={<NewBookingLink />}
      />
      <search className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
        <SearchField
          value={filters.search ?? ''}
          onChange={(search) => set({ search })}
          label="Search bookings"
          placeholder="Code, order number, customer or address"
        />
        <Select
          label="State"
          className="max-sm:col-span-2 sm:w-42"
          value={filters.state ?? ''}
          onChange={(state) => set({ state })}
          options={stateOptions}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'from' ? 'Arrives from' : 'Arrives until'}
            type="date"
            className="sm:w-42"
            value={filters[name] ?? ''}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
        <DayButtons filters={filters} timeZone={timeZone} onChange={set} />
        {Object.keys(filters).length > 0 && (
          <Button look="plain" icon="close" onClick={() => setParams({}, { replace: true })}>
            Clear
          </Button>
        )}
      </search>
      {timeZone && (
        <p className="-mt-3 text-[0.8125rem] text-muted">
          Days are those of the place of each booking. Today is {formatLongDay(today(timeZone))} in{' '}
          {englishTimes.zoneName(Date.now(), timeZone, 'long')}.
        </p>
      )}
      <BookingList found={found} filters={filters} onClear={() => setParams({}, { replace: true })} />
    </>
  );
}

interface DayButtonsProps {
  readonly filters: BookingFilters;
  /** Of the bookings; null: the browser's. */
  readonly timeZone: string | null;
  readonly onChange: (change: BookingFilters) => void;
}

/** Shortcuts for the days that are asked for most. */
function DayButtons({ filters: { from, to }, timeZone, onChange }: DayButtonsProps) {
  const now = today(timeZone ?? undefined);
  const days = [
    { label: 'Today', day: now },
    { label: 'Tomorrow', day: dayAfter(now, 1) },
  ];
  return days.map(({ label, day }) => {
    const isChosen = from === day && to === day;
    return (
      <Button
        key={label}
        aria-pressed={isChosen}
        className={isChosen ? 'border-accent text-accent' : ''}
        onClick={() => onChange(isChosen ? { from: '', to: '' } : { from: day, to: day })}
      >
        {label}
      </Button>
    );
  });
}

function NewBookingLink() {
  return (
    <ButtonLink href="/bookings/new" look="primary" icon="plus">
      New booking
    </ButtonLink>
  );
}

interface BookingListProps {
  readonly found: ReturnType<typeof useBookings>;
  readonly filters: BookingFilters;
  readonly onClear: () => void;
}

function BookingList({ found, filters, onClear }: BookingListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = found;
  const bookings = data?.pages.flatMap((page) => page.data);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush className={isPlaceholderData ? 'opacity-60' : ''}>
      {!bookings && <SkeletonRows rows={8} label="Loading bookings" />}
      {bookings?.length === 0 &&
        (Object.keys(filters).length === 0 ? <NoBookings /> : <NoMatch onClear={onClear} />)}
      {bookings && bookings.length > 0 && <BookingTable bookings={bookings} />}
      {hasNextPage && (
        <div className="border-t p-3 text-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function NoBookings() {
  return (
    <EmptyState icon="inbox" title="No bookings yet" actions={<NewBookingLink />}>
      Bookings appear here, whether you make them on this page or through the API.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="No booking matches"
      actions={
        <Button onClick={onClear} icon="close">
          Clear search and filters
        </Button>
      }
    >
      Search for a confirmation code, an order number, or words of a name or address. Words match from their
      beginning.
    </EmptyState>
  );
}
