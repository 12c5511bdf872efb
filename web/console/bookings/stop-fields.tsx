// Details of a stop: shown in one line, edited in a form, and read from it as a request body.
import { useState } from 'react';
import { errorForParam } from '../../client/api-request.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Booking } from '../api.ts';

type Details = Omit<Booking['route'][number], 'id' | 'position' | 'location'>;

export function StopDetails({ stop }: { readonly stop: Details }) {
  const { instructions, address2, floor, elevator } = stop;
  const details = [
    address2,
    floor === null ? null : `floor ${floor}`,
    elevator === null ? null : elevator ? 'elevator' : 'no elevator',
    instructions === null ? null : `“${instructions}”`,
  ].filter((detail) => detail !== null);
  return details.length > 0 && <p className="text-muted">{details.join(' · ')}</p>;
}

const elevators = [
  { value: '', label: 'Unknown' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export function StopFields({ stop, error }: { readonly stop: Details | null; readonly error: Error | null }) {
  const initialElevator = stop?.elevator ?? null;
  const [elevator, setElevator] = useState(initialElevator === null ? '' : initialElevator ? 'yes' : 'no');
  return (
    <>
      <TextArea
        label="Instructions for the crew"
        name="instructions"
        maxLength={1_000}
        defaultValue={stop?.instructions ?? ''}
        error={errorForParam(error, 'instructions')}
      />
      <TextField
        label="Apartment or suite"
        name="address2"
        maxLength={255}
        defaultValue={stop?.address2 ?? ''}
        error={errorForParam(error, 'address2')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Floor"
          name="floor"
          type="number"
          min={-20}
          max={200}
          defaultValue={stop?.floor ?? ''}
          error={errorForParam(error, 'floor')}
        />
        <Select
          label="Elevator"
          name="elevator"
          value={elevator}
          options={elevators}
          onChange={setElevator}
        />
      </div>
    </>
  );
}

/** Params that have a field of their own, for `errorForOtherParams`. */
export const STOP_FIELDS = ['instructions', 'address2', 'floor'] as const;

export function stopDetailsOf(form: Pick<FormData, 'get'>): Details {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null;
  const floor = text('floor');
  const elevator = text('elevator');
  return {
    instructions: text('instructions'),
    address2: text('address2'),
    floor: floor === null ? null : Number(floor),
    elevator: elevator === null ? null : elevator === 'yes',
  };
}
