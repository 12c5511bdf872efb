// Banner of a booking whose crew cannot complete its current stop: the reason and the decisions.
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OperatorBooking } from '../api.ts';
import { formatStopLocation } from './booking-labels.ts';
import { StopActions } from './stop-actions.tsx';

interface FailedStopNoticeProps {
  readonly details: OperatorBooking;
  readonly reason: string;
  readonly mayDecide: boolean;
  readonly onWrite: () => void;
  readonly onRedeliver: (stopId: string) => void;
  readonly onCancel: () => void;
}

export function FailedStopNotice({
  details,
  reason,
  mayDecide,
  onWrite,
  onRedeliver,
  onCancel,
}: FailedStopNoticeProps) {
  const { booking } = details;
  const stop = booking.route.find(({ position }) => position === booking.dispatch?.route_position);
  if (!stop) return null;
  return (
    <Notice
      tone="bad"
      title={`The crew cannot complete stop ${stop.position + 1}: ${formatStopLocation(stop)}`}
      actions={
        mayDecide && (
          <>
            <StopActions
              bookingId={booking.id}
              stopId={stop.id}
              standing="at"
              failure={reason}
              canCompleteBooking={false}
            />
            {stop.position > 0 && (
              <Button size="small" icon="refresh" onClick={() => onRedeliver(stop.id)}>
                Deliver again
              </Button>
            )}
            <Button size="small" icon="message" onClick={onWrite}>
              Message the customer
            </Button>
            <Button size="small" look="danger-quiet" icon="close" onClick={onCancel}>
              Cancel booking
            </Button>
          </>
        )
      }
    >
      <p>Reason: “{reason}”. The crew waits for a decision.</p>
      {stop.position > 0 && (
        <p>
          To deliver on another day, choose Deliver again: a new booking is created, and this stop is skipped.
        </p>
      )}
    </Notice>
  );
}
