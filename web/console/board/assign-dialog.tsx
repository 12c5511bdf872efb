// Dialog of a board card: facts of the booking, its map, and the crews it can be assigned to without drag and drop.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { BoardBooking } from '../api.ts';
import { BookingMap } from '../bookings/booking-map.tsx';
import { bookingQuery } from '../bookings/booking-queries.ts';
import { PhoneNumbers } from '../bookings/phone-numbers.tsx';
import { formatStopCount, offerNote, productNames, stateOf } from './board-labels.ts';
import { whyCannotUnassign } from './board-moves.ts';
import type { CandidateCrew } from './crew-candidates.ts';
import { CrewChoice } from './crew-choice.tsx';

const PlannedNote = lazy(async () => ({
  default: (await import('../plans/planned-note.tsx')).PlannedNote,
}));

interface AssignDialogProps {
  readonly booking: BoardBooking;
  readonly when: string;
  readonly crewName: string | null;
  readonly plannedCrewName: string | null;
  readonly canMove: boolean;
  readonly formatTime: (at: string) => string;
  readonly onAssign: (choice: CandidateCrew) => void;
  readonly onUnassign: () => void;
  readonly onMoveDay: () => void;
  readonly onClose: () => void;
}

export function AssignDialog(props: AssignDialogProps) {
  const { booking, when, crewName, plannedCrewName, canMove, formatTime } = props;
  const { onAssign, onUnassign, onMoveDay, onClose } = props;
  const { words, mood } = stateOf(booking);
  const { data: details } = useQuery(bookingQuery(booking.id));
  const isOpen = booking.state !== 'completed';
  const whyFixed = whyCannotUnassign(booking);
  return (
    <Dialog
      title={`Booking ${booking.hid}`}
      onClose={onClose}
      actions={
        <>
          {canMove && booking.crew_id !== null && whyFixed === null && (
            <Button look="danger-quiet" onClick={onUnassign}>
              Unassign the crew
            </Button>
          )}
          {canMove && isOpen && booking.stops_done === 0 && (
            <Button icon="calendar" onClick={onMoveDay}>
              Move to another day
            </Button>
          )}
          <Link
            href={`/bookings/${booking.id}`}
            className="inline-flex min-h-9 items-center gap-2 rounded-lg border px-3.5 font-semibold text-ink hover:bg-hover pointer-coarse:min-h-11"
          >
            Open the booking <Icon name="arrow" />
          </Link>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink">
        <Badge tone={mood === 'failed' ? 'bad' : mood === 'waiting' ? 'warn' : 'good'}>{words}</Badge>
        {booking.is_late && <Badge tone="bad">Late</Badge>}
        <span>
          {productNames[booking.product]} · {when} · {formatStopCount(booking)} stops
        </span>
      </p>
      <p>
        {booking.partner}
        {booking.customer !== null && `, for ${booking.customer}`}
        {booking.order_number !== null && ` · ${booking.order_number}`}
        {booking.town !== null && ` · ${booking.town}`}
        {crewName !== null && ` · with ${crewName}`}
      </p>
      {details && <PhoneNumbers details={details} />}
      {booking.offer && <p className="font-medium text-ink">{offerNote(booking.offer, formatTime)}</p>}
      {booking.planned && (
        <Suspense fallback={<Skeleton className="h-24 rounded-lg" />}>
          <PlannedNote
            {...{ booking, canMove, formatTime }}
            planned={booking.planned}
            crewName={plannedCrewName ?? 'a crew'}
          />
        </Suspense>
      )}
      {booking.trouble !== null && <p className="font-medium text-danger">“{booking.trouble}”</p>}
      {whyFixed !== null && isOpen && <p>{whyFixed}</p>}
      {canMove && isOpen && (
        <CrewChoice
          bookingId={booking.id}
          hid={booking.hid}
          crewId={booking.crew_id}
          offer={booking.offer}
          onOffered={onClose}
          {...{ formatTime, onAssign }}
        />
      )}
      {details ? <BookingMap details={details} className="h-48" /> : <Skeleton className="h-48 rounded-lg" />}
    </Dialog>
  );
}
