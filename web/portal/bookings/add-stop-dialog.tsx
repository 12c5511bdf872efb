// Dialog that adds a stop: address, place on the route, apartment and instructions. Shows the price first, then adds.
import { type SubmitEvent, useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Booking } from '../partner.generated.ts';
import { AddressField } from './address-field.tsx';
import { usePricePreview } from './booking-queries.ts';
import { PriceChange } from './price-change.tsx';
import { addressOf } from './stop-address.ts';
import { isStopOpen, stopPhrase } from './stop-changes.ts';
import { useStopChange } from './use-stop-change.ts';

interface AddStopDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

interface Asked {
  readonly location: string;
  readonly position: number;
}

export function AddStopDialog({ booking, onClose }: AddStopDialogProps) {
  const [address, setAddress] = useState('');
  const [position, setPosition] = useState(String(booking.route.length - 1));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useStopChange(booking, onClose);
  const wanted = { location: address.trim(), position: Number(position) };
  const isAsked = asked?.location === wanted.location && asked.position === wanted.position;
  const preview = usePricePreview(booking, isAsked ? { path: '/stops/preview', body: asked } : null);
  const isPriced = isAsked && preview.data !== undefined;
  const isMissing = isSubmitted && wanted.location === '';

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsSubmitted(true);
    if (wanted.location === '') return;
    if (!isPriced) {
      setAsked(wanted);
      if (isAsked) void preview.refetch();
      return;
    }
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field)).trim() || null;
    const body = { ...asked, address2: text('address2'), instructions: text('instructions') };
    change.send({ method: 'POST', path: '/stops', body }, 'Stop added.');
  }

  const error = change.error ?? (isAsked ? preview.error : null);
  const locationError = errorForParam(error, 'location');
  const failure = errorForOtherParams(change.error, 'location', 'address2', 'instructions');
  return (
    <Dialog title="Add a stop" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4 text-ink">
        <AddressField
          label="Address"
          value={address}
          onChange={setAddress}
          error={isMissing ? 'Enter an address with street, city and state.' : locationError}
        />
        <Select
          label="Place on the route"
          value={position}
          options={positionsOf(booking)}
          onChange={setPosition}
        />
        <TextField
          label="Apartment or suite"
          name="address2"
          maxLength={255}
          error={errorForParam(change.error, 'address2')}
        />
        <TextArea
          label="Instructions for the crew"
          name="instructions"
          maxLength={1_000}
          error={errorForParam(change.error, 'instructions')}
        />
        <div role="status">{isAsked && locationError === null && <PriceChange preview={preview} />}</div>
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" busy={change.isPending || preview.isFetching}>
            {isPriced ? 'Add stop' : 'Show price'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Before every stop that the crew has not departed for, and after the last one. */
function positionsOf(booking: Booking) {
  const { route } = booking;
  const places = route
    .filter((stop) => isStopOpen(booking, stop.position))
    .map((stop) => ({
      value: String(stop.position),
      label:
        stop.position === 0
          ? 'First, as the new pickup'
          : `Before ${stopPhrase(stop.position, route.length)}: ${addressOf(stop)}`,
    }));
  return [...places, { value: String(route.length), label: 'Last, as the new drop-off' }];
}
