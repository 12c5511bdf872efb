// Dialog that adds a stop: address, position on the route, and instructions for the crew.
import { type SubmitEvent, useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Booking } from '../api.ts';
import { formatStopLocation, isStopOpen } from './booking-labels.ts';
import { STOP_FIELDS, StopFields, stopDetailsOf } from './stop-fields.tsx';
import { useBookingAction } from './use-booking-action.ts';

interface AddStopDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

export function AddStopDialog({ booking, onClose }: AddStopDialogProps) {
  const action = useBookingAction(booking.id);
  const [position, setPosition] = useState(String(booking.route.length - 1));
  const failure = errorForOtherParams(action.error, 'location', ...STOP_FIELDS);
  const positions = booking.route
    .filter((stop) => isStopOpen(booking, stop.position))
    .map((stop) => ({
      value: String(stop.position),
      label: `Before stop ${stop.position + 1}: ${formatStopLocation(stop)}`,
    }));

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const location = String(form.get('location') ?? '').trim();
    const body = { location, position: Number(position), ...stopDetailsOf(form) };
    action.mutate({ path: '/stops', body, done: 'Stop added.' }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Add a stop" onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <p className="text-muted">
          The route and the price are calculated again, and the partner receives the same event as for a
          change of its own.
        </p>
        <TextField
          label="Address"
          name="location"
          required
          maxLength={500}
          placeholder="200 Central Park West, New York, NY 10024"
          error={errorForParam(action.error, 'location')}
        />
        <Select label="Position" value={position} options={positions} onChange={setPosition} />
        <StopFields stop={null} error={action.error} />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            Add stop
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
