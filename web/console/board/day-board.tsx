// The bookings of one day by crew, and the unassigned ones, with everything that a dispatcher does with them.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { lazyPage } from '../../client/lazy-page.ts';
import { Notice } from '../../ui/notice.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useNow } from '../../ui/use-now.ts';
import { useStickyFocus } from '../../ui/use-sticky-focus.ts';
import type { BoardBooking, Board as BoardData } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { BoardGrid } from './board-grid.tsx';
import { spanFormatter } from './board-labels.ts';
import { layOut } from './board-layout.ts';
import { assignment, withMoves } from './board-moves.ts';
import { axisOf } from './board-time.ts';
import type { BoardView } from './board-view.ts';
import type { CardContext } from './card-context.ts';
import { cardIdOf, ensureTabStop, findCard, handleArrowKeys } from './card-keys.ts';
import { OffscreenStrip } from './offscreen-strip.tsx';
import { PhoneBoard } from './phone-board.tsx';
import { useBoardDrags } from './use-board-drags.ts';
import { useBoardMoves } from './use-board-moves.ts';
import { useDrawnPart } from './use-drawn-part.ts';
import { useMarkedCard } from './use-marked-card.ts';
import { useScrollToNow } from './use-scroll-to-now.ts';

const AssignDialog = lazyPage(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const MoveDayDialog = lazy(async () => ({ default: (await import('./move-day-dialog.tsx')).MoveDayDialog }));
const UnassignDialog = lazy(async () => ({
  default: (await import('./unassign-dialog.tsx')).UnassignDialog,
}));

export interface DayBoardProps {
  readonly board: BoardData;
  readonly view: BoardView;
  readonly markedId: string | null;
}

export function DayBoard({ board: loadedBoard, view, markedId }: DayBoardProps) {
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
  const drawn = useDrawnPart(layout);
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
  useScrollToNow(ref, axis, layout, board.day);
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
      {!isPhone && <OffscreenStrip boardRef={ref} layout={layout} isDrawn={drawn.isAll} />}
      <div ref={ref} className="min-w-0">
        {isPhone ? (
          <PhoneBoard layout={layout} cardContext={cardContext} />
        ) : (
          <BoardGrid {...{ axis, layout, drawn, cardContext, nowMs }} />
        )}
      </div>
      {drags}
      {openedBooking && (
        <Suspense>
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
        </Suspense>
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
    // Before the first press on a card, so that the dialog opens at once.
    const preload = () => void AssignDialog.preload().catch(() => {});
    board?.addEventListener('click', handleClick);
    for (const type of ['pointerover', 'focusin']) board?.addEventListener(type, preload, { once: true });
    return () => {
      board?.removeEventListener('click', handleClick);
      for (const type of ['pointerover', 'focusin']) board?.removeEventListener(type, preload);
    };
  }, [ref, onOpen]);
}

/** Current time, rounded down to the minute; the current-time marker needs no higher resolution. */
function useCurrentMinute(): number {
  return Math.floor(useNow() / 60_000) * 60_000;
}
