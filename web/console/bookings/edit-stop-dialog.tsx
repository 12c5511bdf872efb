// What the crew finds at a stop.
import type { SubmitEvent } from 'react';
import type { WireBooking } from '../../../src/features/console/bookings/booking-page-wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { sayPlace } from './booking-words.ts';
import { useBookingMove } from './use-booking-move.ts';

interface EditStopDialogProps {
  readonly bookingId: string;
  readonly stop: WireBooking['route'][number];
  readonly onClose: () => void;
}

export function EditStopDialog({ bookingId, stop, onClose }: EditStopDialogProps) {
  const move = useBookingMove(bookingId);

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const floor = text('floor');
    const body = {
      instructions: text('instructions'),
      address2: text('address2'),
      floor: floor === null ? null : Number(floor),
    };
    const path = `/stops/${stop.id}`;
    move.mutate({ method: 'PATCH', path, body, done: 'The stop is changed.' }, { onSuccess: onClose });
  }

  return (
    <Dialog title={`Stop ${stop.position + 1}: ${sayPlace(stop)}`} onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <TextArea
          label="Instructions for the crew"
          name="instructions"
          maxLength={1_000}
          defaultValue={stop.instructions ?? ''}
        />
        <div className="grid grid-cols-[2fr_1fr] gap-3">
          <TextField
            label="Apartment or suite"
            name="address2"
            maxLength={255}
            defaultValue={stop.address2 ?? ''}
          />
          <TextField
            label="Floor"
            name="floor"
            type="number"
            min={-20}
            max={200}
            defaultValue={stop.floor ?? ''}
          />
        </div>
        {move.error && <FieldError>{move.error.message}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave as it is</Button>
          <Button type="submit" look="primary" busy={move.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
