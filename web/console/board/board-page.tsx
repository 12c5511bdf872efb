// Board page: the board of one day, and the plans of days.
import './board.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { query } from '../../client/api-request.ts';
import { lazyPage } from '../../client/lazy-page.ts';
import { isDay, today } from '../../ui/calendar-day.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { bookingQuery, bookingsQuery } from '../bookings/booking-queries.ts';
import { BoardHead } from './board-head.tsx';
import { boardQuery } from './board-queries.ts';
import type { BoardView } from './board-view.ts';
import { DayBoard, type DayBoardProps } from './day-board.tsx';

const FirstStepsCard = lazy(async () => ({
  default: (await import('./first-steps-card.tsx')).FirstStepsCard,
}));

const PlanPage = lazyPage(async () => (await import('../plans/plan-page.tsx')).PlanPage);

export function BoardPage() {
  return (
    <Switch>
      <Route path="/board/plans/:id">
        <PlanPage />
      </Route>
      <Route path="/board/plans">
        <Redirect to="/board" replace />
      </Route>
      <Route>
        <DayPage />
      </Route>
    </Switch>
  );
}

function DayPage() {
  const search = new URLSearchParams(useSearch());
  const [day, bookingId] = [search.get('day'), search.get('booking')];
  if (bookingId !== null && !isDay(day)) return <BookingLocator bookingId={bookingId} />;
  return (
    <Board
      day={isDay(day) ? day : today()}
      area={search.get('area')}
      product={search.get('product')}
      markedId={bookingId}
    />
  );
}

/** Opens the day of the booking, so that links to the board need not know it. */
function BookingLocator({ bookingId }: { readonly bookingId: string }) {
  const { data, error, refetch } = useQuery(bookingQuery(bookingId));
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="booking" />;
  if (!data) return <BoardSkeleton />;
  const { id } = data.booking;
  return <Redirect to={`/board${query({ day: data.day ?? today(), booking: id })}`} replace />;
}

interface BoardProps extends BoardView {
  /** Booking that the URL names: its card is marked and focused. */
  readonly markedId: string | null;
}

function Board({ day, area, product, markedId }: BoardProps) {
  const view = useMemo(() => ({ day, area, product }), [day, area, product]);
  const { data, error, refetch } = useQuery(boardQuery(view));
  const isEmpty = data?.bookings.length === 0;
  const { data: newest } = useQuery({ ...bookingsQuery('?limit=1'), enabled: isEmpty });
  return (
    <>
      <BoardHead view={view} board={data} />
      {isEmpty && newest?.data.length === 0 && (
        <Suspense>
          <FirstStepsCard />
        </Suspense>
      )}
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data ? (
        <LoadedBoard key={`${day} ${area}`} board={data} view={view} markedId={markedId} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}

/** Renders the board for the first time in a transition: in short tasks, between which the browser handles input. */
function LoadedBoard(props: DayBoardProps) {
  const isInTransition = useDeferredValue(true, false);
  return isInTransition ? <DayBoard {...props} /> : <BoardSkeleton />;
}

function BoardSkeleton() {
  return (
    <div role="status" className="grid gap-px rounded-xl border bg-card p-3">
      <span className="sr-only">Loading the board</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="my-1.5 h-12" />
      ))}
    </div>
  );
}
