// Notices of a booking that delivers a stop of another one again, and of stops that were skipped.
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OperatorBooking } from '../api.ts';
import { formatBookingState, formatStopLocation, stopStatus } from './booking-labels.ts';

interface RedeliveryNoticesProps {
  readonly details: OperatorBooking;
  readonly mayRedeliver: boolean;
  readonly onRedeliver: (stopId: string) => void;
}

export function RedeliveryNotices({ details, mayRedeliver, onRedeliver }: RedeliveryNoticesProps) {
  const { booking, redelivery_of: original, redeliveries } = details;
  const skipped = booking.route.filter(({ position }) => stopStatus(booking, position) === 'skipped');
  return (
    <>
      {original && (
        <Notice tone="quiet" title="Delivers again">
          This booking repeats a stop of booking <BookingLink {...original} /> that was not completed.
        </Notice>
      )}
      {skipped.map((stop) => {
        const again = redeliveries.findLast(({ stop_id: stopId }) => stopId === stop.id);
        const mayRepeat = mayRedeliver && stop.position > 0 && (!again || again.state === 'cancelled');
        return (
          <Notice
            key={stop.id}
            tone={again ? 'quiet' : 'warn'}
            title={`Stop ${stop.position + 1} was not completed: ${formatStopLocation(stop)}`}
            actions={
              mayRepeat && (
                <Button size="small" look="primary" icon="refresh" onClick={() => onRedeliver(stop.id)}>
                  Deliver again
                </Button>
              )
            }
          >
            {again ? (
              <>
                Booking <BookingLink {...again} /> delivers it again: {again.label} (
                {formatBookingState(again.state).toLowerCase()}).
              </>
            ) : (
              'No booking delivers it again yet.'
            )}
          </Notice>
        );
      })}
    </>
  );
}

function BookingLink({ id, hid }: { readonly id: string; readonly hid: string }) {
  return (
    <Link href={`/bookings/${id}`} className="rounded-sm font-mono underline underline-offset-2">
      {hid}
    </Link>
  );
}
