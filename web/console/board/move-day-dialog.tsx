// Dialog that moves a booking to another day: lists the free windows by day; a press on one moves the booking.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatLongDay } from '../../ui/calendar-day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { OperatorBooking, Schedule } from '../api.ts';
import { bookingQuery, bookingWindowsQuery } from '../bookings/booking-queries.ts';
import { formatZoneNote, freeDaysWithCurrent } from '../bookings/free-windows.ts';
import { RefusedWindowsDisclosure } from '../bookings/refused-windows-disclosure.tsx';
import { useBookingAction } from '../bookings/use-booking-action.ts';
import { windowText } from '../bookings/window-text.ts';
import { callOperator } from '../operator-api.ts';
import { useWrite } from '../session-context.tsx';
import type { BoardMoves } from './use-board-moves.ts';
import { WindowList } from './window-list.tsx';

interface MoveDayDialogProps {
  readonly bookingId: string;
  /** Day on which the card was dropped; null: all days are listed. */
  readonly day: string | null;
  readonly onMoved: BoardMoves['offerUndo'];
  readonly onClose: () => void;
}

export function MoveDayDialog({ bookingId, day, onMoved, onClose }: MoveDayDialogProps) {
  const client = useQueryClient();
  const action = useBookingAction(bookingId);
  const moveBack = useMoveBack(bookingId);
  const { data: details } = useQuery(bookingQuery(bookingId));
  const { data, error, refetch } = useQuery(bookingWindowsQuery(bookingId));
  const current = details?.booking.arrival_window;
  const all = freeDaysWithCurrent(data, current);
  // Noon in UTC is the same calendar day in every time zone of the label.
  const dayLabel = day === null ? null : englishTimes.shortDay(`${day}T12:00:00Z`, 'UTC');
  const shown = dayLabel === null ? all : all.filter(({ label }) => label === dayLabel);
  const hid = details?.booking.hid ?? '';
  function moveTo(windowId: string, label: string): void {
    action.mutate(
      { method: 'PATCH', path: '', body: { arrival_window_id: windowId }, done: null },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: ['board'] });
          if (details && data) {
            const change = { hid, undo: () => moveBack(details, data), explain: messageOf };
            onMoved(change, `${hid} was moved to ${label}.`);
          }
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      title={day === null ? `Move ${hid} to another day` : `Move ${hid} to ${formatLongDay(day)}`}
      onClose={onClose}
    >
      <p>
        {details && `Now: ${windowText(details.booking.arrival_window.label)}. `}
        The partner is notified.{' '}
        {details?.crew &&
          'The crew keeps the job if it is free then; otherwise the booking becomes unassigned. '}
        {data && formatZoneNote(data.time_zone)}
      </p>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={3} label="Loading available windows" />}
      {data && shown.length === 0 && (
        <p className="text-ink">No window is free then. Edit the booking to enter other times.</p>
      )}
      <div className="scroll-shadow grid max-h-[55dvh] gap-3 overflow-y-auto text-ink">
        <WindowList days={shown} currentId={current?.id ?? ''} isBusy={action.isPending} onChoose={moveTo} />
        {data && <RefusedWindowsDisclosure bookingId={bookingId} timeZone={data.time_zone} day={dayLabel} />}
      </div>
      {action.error && <FieldError>{action.error.message}</FieldError>}
    </Dialog>
  );
}

const messageOf = async (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns the booking to its window, and to its crew if the move took it away. */
function useMoveBack(bookingId: string) {
  const client = useQueryClient();
  const write = useWrite();
  const send = (method: 'PATCH' | 'POST', path: string, body: object) =>
    write(method, `/bookings/${bookingId}${path}`, body, { idempotencyKey: crypto.randomUUID() });
  return async ({ booking, crew }: OperatorBooking, { data: windows }: Schedule): Promise<void> => {
    const { id, start_at, end_at } = booking.arrival_window;
    // A window that an operator has entered has an id, too, but only its times select it.
    const isListed = start_at === null || windows.some((each) => each.id === id);
    try {
      await send(
        'PATCH',
        '',
        isListed ? { arrival_window_id: id } : { arrival_window_from: start_at, arrival_window_to: end_at },
      );
      if (crew === null) return;
      const now = await callOperator<OperatorBooking>(`/bookings/${bookingId}`);
      if (now.crew === null) await send('POST', '/assign', { crew_id: crew.id });
    } finally {
      await Promise.all(
        [['board'], ['booking', bookingId]].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    }
  };
}
