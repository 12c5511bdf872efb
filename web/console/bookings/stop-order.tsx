// Actions on a stop that the crew has not departed for: edit, move along the route, remove.
import { useState } from 'react';
import type { WireBooking } from '../../../src/features/console/bookings/booking-page-wire.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { formatStopLocation, isStopOpen } from './booking-labels.ts';
import { EditStopDialog } from './edit-stop-dialog.tsx';
import { useBookingAction } from './use-booking-action.ts';

interface StopOrderProps {
  readonly booking: WireBooking;
  readonly stop: WireBooking['route'][number];
}

const FEWEST_STOPS = 2;

export function StopOrder({ booking, stop }: StopOrderProps) {
  const move = useBookingAction(booking.id);
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null);
  const { position } = stop;
  const name = `stop ${position + 1}`;

  function put(toPosition: number): void {
    const path = `/stops/${stop.id}/position`;
    move.mutate({
      method: 'PATCH',
      path,
      body: { to_position: toPosition },
      done: 'The order is changed; the partner is told.',
    });
  }

  return (
    <>
      <span className="-my-1 flex items-center">
        <Button look="plain" size="small" icon="edit" onClick={() => setAsks('edit')}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <IconButton
          icon="up"
          label={`Move ${name} up`}
          disabled={move.isPending || position === 0 || !isStopOpen(booking, position - 1)}
          onClick={() => put(position - 1)}
        />
        <IconButton
          icon="down"
          label={`Move ${name} down`}
          disabled={move.isPending || position === booking.route.length - 1}
          onClick={() => put(position + 1)}
        />
        {booking.route.length > FEWEST_STOPS && (
          <IconButton
            icon="trash"
            label={`Remove ${name}`}
            disabled={move.isPending}
            onClick={() => setAsks('remove')}
          />
        )}
      </span>
      {asks === null && move.error && <FieldError>{move.error.message}</FieldError>}
      {asks === 'edit' && <EditStopDialog bookingId={booking.id} stop={stop} onClose={() => setAsks(null)} />}
      {asks === 'remove' && (
        <ConfirmDialog
          title={`Remove ${formatStopLocation(stop)}?`}
          confirm="Remove the stop"
          isDangerous
          busy={move.isPending}
          error={move.error?.message}
          onClose={() => setAsks(null)}
          onConfirm={() =>
            move.mutate(
              { method: 'DELETE', path: `/stops/${stop.id}`, done: 'The stop is removed.' },
              { onSuccess: () => setAsks(null) },
            )
          }
        >
          <p>
            The route is priced anew and the partner is told. Contacts of this stop alone hear nothing more.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
