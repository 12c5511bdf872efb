// Dialog that edits the instructions and details of a stop.
import type { SubmitEvent } from 'react';
import { errorForOtherParams } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import type { Booking } from '../api.ts';
import { formatStopLocation } from './booking-labels.ts';
import { STOP_FIELDS, StopFields, stopDetailsOf } from './stop-fields.tsx';
import { useBookingAction } from './use-booking-action.ts';

interface EditStopDialogProps {
  readonly bookingId: string;
  readonly stop: Booking['route'][number];
  readonly onClose: () => void;
}

export function EditStopDialog({ bookingId, stop, onClose }: EditStopDialogProps) {
  const action = useBookingAction(bookingId);
  const failure = errorForOtherParams(action.error, ...STOP_FIELDS);

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const body = stopDetailsOf(new FormData(event.currentTarget));
    const path = `/stops/${stop.id}`;
    action.mutate({ method: 'PATCH', path, body, done: 'Stop updated.' }, { onSuccess: onClose });
  }

  return (
    <Dialog title={`Stop ${stop.position + 1}: ${formatStopLocation(stop)}`} onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <StopFields stop={stop} error={action.error} />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close without saving</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
