// Sandbox bookings of the account, each with the preview of its tracking page. The search is in the URL.
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useBookings } from './booking-queries.ts';
import { BookingTable } from './booking-table.tsx';

export const bookingsHead = {
  title: 'Bookings',
  lead: 'Your sandbox bookings, newest first. Open one to see its tracking page live, as a recipient would: public links of the sandbox show no booking.',
} as const;

export function BookingsPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') || null;
  const set = (value: string) => setParams(value === '' ? {} : { search: value }, { replace: true });
  return (
    <>
      <PageHead {...bookingsHead} />
      <div className="grid grid-cols-2 sm:flex">
        <SearchField
          value={search ?? ''}
          onChange={set}
          label="Search bookings"
          placeholder="Confirmation code, order number or booking id"
        />
      </div>
      <BookingList search={search} onClear={() => set('')} />
    </>
  );
}

interface BookingListProps {
  readonly search: string | null;
  readonly onClear: () => void;
}

function BookingList({ search, onClear }: BookingListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useBookings(search);
  const bookings = data?.pages.flatMap((page) => page.data);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush className={isPlaceholderData ? 'opacity-60' : ''}>
      {!bookings && <SkeletonRows rows={8} label="Loading bookings" />}
      {bookings?.length === 0 && (search === null ? <NoBookings /> : <NoMatch onClear={onClear} />)}
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
    <EmptyState icon="inbox" title="No bookings yet">
      Sandbox bookings appear here. Create one with POST /bookings and{' '}
      <span className="font-mono text-[0.8125rem]">test_specifications.mode</span> auto, then open it to watch
      the simulated delivery.
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
          Clear search
        </Button>
      }
    >
      Enter the complete confirmation code, order number or booking id.
    </EmptyState>
  );
}
