// Fields that choose another arrival window: an available one or custom times.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Booking } from '../api.ts';
import { isWindowOpen, windowStop } from './booking-labels.ts';
import { bookingWindowsQuery } from './booking-queries.ts';
import { formatZoneNote, freeDays } from './free-windows.ts';
import { RefusedWindowsDisclosure } from './refused-windows-disclosure.tsx';
import { windowText } from './window-text.ts';

interface WindowFieldsProps {
  readonly booking: Booking;
  readonly errors: { readonly from: string | null; readonly to: string | null };
}

const KEEP = '';
const CUSTOM = 'own';

export function WindowFields({ booking, errors }: WindowFieldsProps) {
  const isOpen = isWindowOpen(booking);
  const { data, error } = useQuery({ ...bookingWindowsQuery(booking.id), enabled: isOpen });
  const [day, setDay] = useState(KEEP);
  const [windowId, setWindowId] = useState('');
  const days = freeDays(data, booking.arrival_window.id);
  const windows = days.find(({ value }) => value === day)?.windows ?? [];
  if (!isOpen)
    return (
      <TextField
        label="Arrival window"
        disabled
        value={windowText(booking.arrival_window.label)}
        hint={`Can no longer be changed: the crew has departed for the ${windowStop(booking)}.`}
      />
    );
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">Arrival window</legend>
      <Select
        label="Arrival window"
        value={day}
        // Its only option with a day and a time needs the width of both columns.
        className={day === KEEP ? 'sm:col-span-2' : ''}
        hint={data === undefined && error === null ? 'Loading available windows…' : undefined}
        options={[
          { value: KEEP, label: `Unchanged: ${windowText(booking.arrival_window.label)}` },
          { label: 'Available', options: days },
          { value: CUSTOM, label: 'Custom times…' },
        ]}
        error={day === CUSTOM ? null : errors.from}
        onChange={(value) => {
          setDay(value);
          setWindowId(days.find((each) => each.value === value)?.windows[0]?.value ?? '');
        }}
      />
      {windows.length > 0 && (
        <Select
          label="Available window"
          name="window_id"
          value={windowId}
          options={windows}
          hint={data && formatZoneNote(data.time_zone)}
          onChange={setWindowId}
        />
      )}
      {error && <FieldError>{error.message}</FieldError>}
      {data && (
        <div className="max-h-60 overflow-y-auto sm:col-span-2">
          <RefusedWindowsDisclosure
            bookingId={booking.id}
            timeZone={data.time_zone}
            day={windows.length > 0 ? day : null}
          />
        </div>
      )}
      {day === CUSTOM && (
        <>
          <TextField
            label="From"
            type="datetime-local"
            name="from"
            required
            className="sm:col-start-1"
            hint="In the time zone of this computer."
            error={errors.from}
          />
          <TextField
            label="To"
            type="datetime-local"
            name="to"
            hint="If empty, one hour after the start."
            error={errors.to}
          />
        </>
      )}
    </fieldset>
  );
}
