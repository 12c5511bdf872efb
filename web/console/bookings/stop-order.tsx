// Actions on a stop that the crew has not departed for: edit, move along the route, remove.
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import type { Booking } from '../api.ts';
import { formatStopLocation, isStopOpen } from './booking-labels.ts';
import { EditStopDialog } from './edit-stop-dialog.tsx';
import { useBookingAction } from './use-booking-action.ts';

interface StopOrderProps {
  readonly booking: Booking;
  readonly stop: Booking['route'][number];
}

const MIN_STOPS = 2;

export function StopOrder({ booking, stop }: StopOrderProps) {
  const action = useBookingAction(booking.id);
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | null>(null);
  const { position } = stop;
  const name = `stop ${position + 1}`;

  function moveTo(toPosition: number): void {
    const path = `/stops/${stop.id}/position`;
    action.mutate({
      method: 'PATCH',
      path,
      body: { to_position: toPosition },
      done: 'Stop order changed. The partner is notified.',
    });
  }

  return (
    <>
      <span className="-my-1 flex items-center">
        <Button look="plain" size="small" icon="edit" onClick={() => setOpenDialog('edit')}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <IconButton
          icon="up"
          label={`Move ${name} up`}
          disabled={action.isPending || position === 0 || !isStopOpen(booking, position - 1)}
          onClick={() => moveTo(position - 1)}
        />
        <IconButton
          icon="down"
          label={`Move ${name} down`}
          disabled={action.isPending || position === booking.route.length - 1}
          onClick={() => moveTo(position + 1)}
        />
        {booking.route.length > MIN_STOPS && (
          <IconButton
            icon="trash"
            label={`Remove ${name}`}
            disabled={action.isPending}
            onClick={() => setOpenDialog('remove')}
          />
        )}
      </span>
      {openDialog === null && action.error && <FieldError>{action.error.message}</FieldError>}
      {openDialog === 'edit' && (
        <EditStopDialog bookingId={booking.id} stop={stop} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${formatStopLocation(stop)}?`}
          confirm="Remove the stop"
          isDangerous
          busy={action.isPending}
          error={action.error?.message}
          onClose={() => setOpenDialog(null)}
          onConfirm={() =>
            action.mutate(
              { method: 'DELETE', path: `/stops/${stop.id}`, done: 'Stop removed.' },
              { onSuccess: () => setOpenDialog(null) },
            )
          }
        >
          <p>
            The price is calculated again and the partner is notified. Contacts that are assigned to this stop
            only receive no further notifications.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
