// Fields of one stop of a new booking: address first; access and contacts open on demand.
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { AddressField } from '../address-field.tsx';
import { elevatorOptions, stopName } from '../booking-labels.ts';
import { ContactFields } from '../contacts/contact-fields.tsx';
import { stopPhrase } from '../stop-changes.ts';
import { type StepProps, type StopDraft, stopField } from './booking-draft.ts';

interface StopFieldsProps extends Pick<StepProps, 'draft' | 'onChange' | 'faults'> {
  readonly stop: StopDraft;
  readonly position: number;
  /** null: a route needs this stop. */
  readonly onRemove: (() => void) | null;
}

export function StopFields({ draft, onChange, faults, stop, position, onRemove }: StopFieldsProps) {
  const { stops, contacts } = draft;
  const [isAccessOpen, setIsAccessOpen] = useState(stop.floor !== '' || stop.elevator !== '');
  const set = (change: Partial<StopDraft>) =>
    onChange({ stops: stops.map((each) => (each.key === stop.key ? { ...each, ...change } : each)) });
  const name = stopName(position, stops.length);
  const place = stopPhrase(position, stops.length);
  return (
    <fieldset className="grid min-w-0 gap-3 border-l-2 pl-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-2">
        <AddressField
          label={`${name} address`}
          className="min-w-0 flex-1"
          value={stop.address}
          onChange={(address) => set({ address })}
          error={faults[stopField(stop, 'address')]}
        />
        {onRemove && (
          <IconButton
            icon="trash"
            label={`Remove ${name.toLowerCase()}`}
            className="mt-7"
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextField
          label="Apartment or suite"
          value={stop.unit}
          maxLength={255}
          onChange={(event) => set({ unit: event.currentTarget.value })}
        />
        <TextField
          label="Instructions for the crew"
          value={stop.instructions}
          maxLength={1_000}
          error={faults[stopField(stop, 'instructions')]}
          onChange={(event) => set({ instructions: event.currentTarget.value })}
        />
        {isAccessOpen && (
          <>
            <TextField
              label="Floor"
              inputMode="numeric"
              maxLength={3}
              value={stop.floor}
              error={faults[stopField(stop, 'floor')]}
              onChange={(event) => set({ floor: event.currentTarget.value })}
            />
            <Select
              label="Elevator"
              className="sm:max-w-60"
              value={stop.elevator}
              options={elevatorOptions}
              onChange={(value) => set({ elevator: value as StopDraft['elevator'] })}
            />
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2 *:[fieldset]:basis-full">
        <ContactFields
          stop={stop.key}
          place={place}
          contacts={contacts}
          onChange={(next) => onChange({ contacts: next })}
          faults={faults}
        />
        {!isAccessOpen && (
          <Button size="small" icon="plus" onClick={() => setIsAccessOpen(true)}>
            Add floor and elevator<span className="sr-only"> of {place}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}
