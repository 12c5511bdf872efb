// Day board page: the bookings of one day by crew, and the unassigned ones.
import type { BoardBooking, Board as BoardData } from '../api.ts';
import './board.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, Redirect, Route, Switch, useSearch } from 'wouter';
import { query } from '../../client/api-request.ts';
import { lazyPage } from '../../client/lazy-page.ts';
import { isDay, today } from '../../ui/calendar-day.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useNow } from '../../ui/use-now.ts';
import { useStickyFocus } from '../../ui/use-sticky-focus.ts';
import { bookingQuery } from '../bookings/booking-queries.ts';
import { useHasRole } from '../session-context.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { BoardGrid } from './board-grid.tsx';
import { BoardHead } from './board-head.tsx';
import { spanFormatter } from './board-labels.ts';
import { layOut } from './board-layout.ts';
import { assignment, withMoves } from './board-moves.ts';
import { boardQuery } from './board-queries.ts';
import { axisOf } from './board-time.ts';
import type { BoardView } from './board-view.ts';
import type { CardContext } from './card-context.ts';
import { cardIdOf, ensureTabStop, findCard, handleArrowKeys } from './card-keys.ts';
import { OffscreenStrip } from './offscreen-strip.tsx';
import { PhoneBoard } from './phone-board.tsx';
import { useBoardDrags } from './use-board-drags.ts';
import { useBoardMoves } from './use-board-moves.ts';
import { useMarkedCard } from './use-marked-card.ts';
import { useScrollToNow } from './use-scroll-to-now.ts';

const MoveDayDialog = lazy(async () => ({ default: (await import('./move-day-dialog.tsx')).MoveDayDialog }));
const UnassignDialog = lazy(async () => ({
  default: (await import('./unassign-dialog.tsx')).UnassignDialog,
}));
const PlanPage = lazyPage(async () => (await import('../plans/plan-page.tsx')).PlanPage);

export function BoardPage() {
  return (
    <Switch>
      <Route path="/board/plans/:id">
        <PlanPage />
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
  return (
    <>
      <BoardHead view={view} board={data} />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data ? (
        <DayBoard key={`${day} ${area}`} board={data} view={view} markedId={markedId} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
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

interface DayBoardProps {
  readonly board: BoardData;
  readonly view: BoardView;
  readonly markedId: string | null;
}

function DayBoard({ board: loadedBoard, view, markedId }: DayBoardProps) {
  const canMove = useHasRole('dispatcher');
  const isPhone = useMedia('(width < 48rem)');
  const moves = useBoardMoves();
  const ref = useRef<HTMLDivElement>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [unassigningId, setUnassigningId] = useState<string | null>(null);
  const [moving, setMoving] = useState<{ readonly id: string; readonly day: string | null } | null>(null);
  const { pending, move } = moves;
  const isDragging = useRef(false);
  const board = useFrozenWhileDragging(
    useMemo(() => withMoves(loadedBoard, pending), [loadedBoard, pending]),
    isDragging,
  );
  const nowMs = useCurrentMinute();
  const axis = useMemo(() => axisOf(board, nowMs), [board, nowMs]);
  const cardContext = useCardContext(board, pending, canMove, markedId);
  const layout = useMemo(
    () =>
      layOut(board, axis, {
        isShown: ({ product }) => view.product === null || product === view.product,
        nowMs,
      }),
    [board, axis, view.product, nowMs],
  );
  const findBooking = useCallback((id: string) => board.bookings.find((each) => each.id === id), [board]);
  const nameOf = useCallback(
    (id: string | null) => board.crews.find((crew) => crew.id === id)?.name ?? null,
    [board],
  );
  const formatTime = useCallback((at: string) => englishTimes.time(at, board.time_zone), [board.time_zone]);

  const assign = useCallback(
    ({ id, hid, crew_id: crewId }: BoardBooking, toCrewId: string, reasons: readonly string[]) => {
      const crew = { id: toCrewId, name: nameOf(toCrewId) ?? 'the crew' };
      const { move: requested, done } = assignment({ id, hid, crewId }, { crew, reasons });
      void move(requested, done);
    },
    [move, nameOf],
  );
  const drags = useBoardDrags({
    ref,
    findBooking,
    formatTime,
    isDragging,
    onAssign: assign,
    onUnassign: setUnassigningId,
    onMoveDay: (id, day) => setMoving({ id, day }),
  });
  useEffect(() => (ref.current ? handleArrowKeys(ref.current) : undefined), []);
  useEffect(() => {
    if (ref.current) ensureTabStop(ref.current);
  });
  useCardClicks(ref, setOpenedId);
  useScrollToNow(ref, axis, board.day);
  useMarkedCard(ref, markedId);
  useStickyFocus(ref, { keyOf: cardIdOf, find: (id) => findCard(ref.current, id) });

  const openedBooking = openedId === null ? undefined : findBooking(openedId);
  const unassigningBooking = unassigningId === null ? undefined : findBooking(unassigningId);
  return (
    <>
      {markedId !== null && findBooking(markedId) === undefined && (
        <Notice tone="warn" title="The booking is not on the board of this day">
          It is cancelled, or in another area or on another day.{' '}
          <Link href={`/bookings/${markedId}`} className="font-medium underline">
            Open the booking
          </Link>
        </Notice>
      )}
      {board.is_cut && (
        <Notice tone="warn" title="The board does not show all bookings of this day">
          There are too many bookings. Select an area to see all bookings of that area.
        </Notice>
      )}
      {!isPhone && <OffscreenStrip boardRef={ref} layout={layout} />}
      <div ref={ref} className="min-w-0">
        {isPhone ? (
          <PhoneBoard layout={layout} cardContext={cardContext} />
        ) : (
          <BoardGrid axis={axis} layout={layout} cardContext={cardContext} nowMs={nowMs} />
        )}
      </div>
      {drags}
      {openedBooking && (
        <AssignDialog
          booking={openedBooking}
          when={cardContext.formatSpan(openedBooking.window)}
          crewName={nameOf(openedBooking.crew_id)}
          plannedCrewName={nameOf(openedBooking.planned?.crew_id ?? null)}
          canMove={canMove}
          formatTime={formatTime}
          onAssign={({ crew, reasons }) => {
            setOpenedId(null);
            assign(openedBooking, crew.id, reasons);
          }}
          onUnassign={() => {
            setOpenedId(null);
            setUnassigningId(openedBooking.id);
          }}
          onMoveDay={() => {
            setOpenedId(null);
            setMoving({ id: openedBooking.id, day: null });
          }}
          onClose={() => setOpenedId(null)}
        />
      )}
      {moving && (
        <Suspense>
          <MoveDayDialog
            bookingId={moving.id}
            day={moving.day}
            onMoved={moves.offerUndo}
            onClose={() => setMoving(null)}
          />
        </Suspense>
      )}
      {unassigningBooking && (
        <Suspense>
          <UnassignDialog
            hid={unassigningBooking.hid}
            crewName={nameOf(unassigningBooking.crew_id) ?? 'its crew'}
            onConfirm={(reason) => {
              setUnassigningId(null);
              const { id: bookingId, hid, crew_id: from } = unassigningBooking;
              void move({ bookingId, hid, from, to: null, reason }, `${hid} is unassigned again.`);
            }}
            onClose={() => setUnassigningId(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Freezes the board while a card is dragged. Updates that arrive meanwhile are shown after the drop. */
function useFrozenWhileDragging(board: BoardData, isDragging: { readonly current: boolean }): BoardData {
  const shown = useRef(board);
  if (!isDragging.current) shown.current = board;
  return shown.current;
}

function useCardContext(
  board: BoardData,
  pending: ReadonlyMap<string, unknown>,
  canMove: boolean,
  markedId: string | null,
): CardContext {
  const formatSpan = useMemo(() => spanFormatter(board.time_zone), [board.time_zone]);
  return useMemo(
    () => ({
      formatSpan,
      pending: new Set(pending.keys()),
      canMove,
      markedId,
    }),
    [formatSpan, pending, canMove, markedId],
  );
}

function useCardClicks(ref: { readonly current: HTMLElement | null }, onOpen: (id: string) => void): void {
  useEffect(() => {
    const board = ref.current;
    const handleClick = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null;
      if (card?.dataset['card']) onOpen(card.dataset['card']);
    };
    board?.addEventListener('click', handleClick);
    return () => board?.removeEventListener('click', handleClick);
  }, [ref, onOpen]);
}

/** Current time, rounded down to the minute; the current-time marker needs no higher resolution. */
function useCurrentMinute(): number {
  return Math.floor(useNow() / 60_000) * 60_000;
}
