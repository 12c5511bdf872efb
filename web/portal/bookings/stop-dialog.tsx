// Dialog that changes a stop: address of pickup and drop-off, apartment, floor, elevator, instructions.
import { type SubmitEvent, useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Booking, RouteStop } from '../partner.generated.ts';
import { AddressField } from './address-field.tsx';
import { elevatorOptions, stopName } from './booking-labels.ts';
import { useBookingChange } from './booking-queries.ts';
import { addressOf } from './stop-address.ts';

interface StopDialogProps {
  readonly booking: Booking;
  readonly stop: RouteStop;
  readonly onClose: () => void;
}

export function StopDialog({ booking, stop, onClose }: StopDialogProps) {
  const before = addressOf({ ...stop, address2: null });
  const [address, setAddress] = useState(before);
  const [elevator, setElevator] = useState(stop.elevator === null ? '' : stop.elevator ? 'yes' : 'no');
  const [floorError, setFloorError] = useState<string | null>(null);
  const move = useBookingChange(booking.id);
  const edit = useBookingChange(booking.id);
  const toast = useToast();
  const name = stopName(stop.position, booking.route.length);
  const end = stop.position === 0 ? 'origin' : name === 'Drop-off' ? 'destination' : null;

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field)).trim() || null;
    const floor = text('floor');
    const details = {
      address2: text('address2'),
      instructions: text('instructions'),
      floor: floor === null ? null : Number(floor),
      elevator: elevator === '' ? null : elevator === 'yes',
    };
    if (!Number.isInteger(details.floor ?? 0)) {
      setFloorError('Enter a number, such as 3; -1 is the basement.');
      return;
    }
    setFloorError(null);
    const isMoved = end !== null && address.trim() !== before;
    try {
      if (isMoved) await move.mutateAsync({ method: 'PATCH', path: '', body: { [end]: address.trim() } });
      const isEdited =
        isMoved ||
        (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== stop[name]);
      if (isEdited)
        await edit.mutateAsync({ method: 'PATCH', path: `/stops/${stop.position}`, body: details });
      if (isEdited) toast(`${name} changed.`);
      onClose();
    } catch {
      // Shown from the state of the mutations.
    }
  }

  const error = move.error ?? edit.error;
  const params = [end ?? '', 'address2', 'instructions', 'floor', 'elevator'];
  const failure = errorForOtherParams(error, ...params);
  return (
    <Dialog title={`Change the ${name.toLowerCase()}`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)} className="grid gap-4 text-ink">
        {end === null ? (
          <p className="text-muted">{before}</p>
        ) : (
          <AddressField
            label="Address"
            value={address}
            onChange={setAddress}
            hint="Another address changes the price of the booking."
            error={errorForParam(error, end)}
          />
        )}
        <TextField
          label="Apartment or suite"
          name="address2"
          maxLength={255}
          defaultValue={stop.address2 ?? ''}
          error={errorForParam(error, 'address2')}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Floor"
            name="floor"
            inputMode="numeric"
            maxLength={3}
            defaultValue={stop.floor ?? ''}
            error={floorError ?? errorForParam(error, 'floor')}
          />
          <Select
            label="Elevator"
            value={elevator}
            options={elevatorOptions}
            onChange={setElevator}
            error={errorForParam(error, 'elevator')}
          />
        </div>
        <TextArea
          label="Instructions for the crew"
          name="instructions"
          maxLength={1_000}
          defaultValue={stop.instructions ?? ''}
          error={errorForParam(error, 'instructions')}
        />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" busy={move.isPending || edit.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
