// Choice of an arrival window: a day, then an hour. Full windows are shown and cannot be chosen.
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { ArrivalWindow, Schedule } from '../partner.generated.ts';

interface WindowPickerProps {
  readonly schedule: Schedule;
  readonly value: string | null;
  /** The day of this time is shown first if no window is chosen, as with times that partners set themselves. */
  readonly opensAt?: string | null;
  readonly onChange: (window: ArrivalWindow) => void;
  readonly error?: string | null;
}

export function WindowPicker({ schedule, value, opensAt = null, onChange, error }: WindowPickerProps) {
  const days = daysOf(schedule);
  const chosenDay =
    days.find(({ windows }) => windows.some(({ id }) => id === value)) ??
    days.find(({ name }) => opensAt !== null && name === englishTimes.day(opensAt, schedule.time_zone));
  const [day, setDay] = useState(chosenDay?.name ?? days[0]?.name ?? '');
  const shown = days.find(({ name }) => name === day) ?? days[0];
  const now = schedule.data.find(({ ondemand }) => ondemand);
  if (!shown && !now)
    return <p className="text-muted">No arrival window is offered for this route. Try another vehicle.</p>;
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Arrival window</legend>
      {now && (
        <WindowOption
          window={now}
          value={value}
          onChange={onChange}
          label={now.label ?? 'As soon as possible'}
        />
      )}
      {shown && (
        <>
          <Select
            label="Day"
            className="sm:max-w-72"
            value={shown.name}
            onChange={setDay}
            options={days.map(({ name, windows }) => ({
              value: name,
              label: windows.some(({ available }) => available) ? name : `${name} (full)`,
            }))}
          />
          <div className="grid gap-2 sm:grid-cols-2">
            {shown.windows.map((window) => (
              <WindowOption
                key={window.id}
                window={window}
                value={value}
                onChange={onChange}
                label={hoursOf(window, schedule.time_zone)}
              />
            ))}
          </div>
          <p className="text-[0.8125rem] text-muted">
            Times are in {englishTimes.zoneName(shown.at, schedule.time_zone, 'long') ?? schedule.time_zone}.
          </p>
        </>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

interface WindowOptionProps {
  readonly window: ArrivalWindow;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (window: ArrivalWindow) => void;
}

function WindowOption({ window, label, value, onChange }: WindowOptionProps) {
  const { id, available } = window;
  return (
    <label
      className={classNames(
        'flex min-h-11 items-center gap-2.5 rounded-lg border px-3 py-2',
        id === value && 'border-accent bg-tint',
        available ? 'hover:bg-hover' : 'text-muted',
      )}
    >
      <input
        type="radio"
        name="window"
        className="size-4 flex-none accent-accent"
        checked={id === value}
        disabled={!available}
        onChange={() => onChange(window)}
      />
      <span>{available ? label : `${label} (full)`}</span>
    </label>
  );
}

export function hoursOf({ start_at, end_at }: ArrivalWindow, timeZone: string): string {
  if (!start_at || !end_at) return 'As soon as possible';
  return englishTimes.window({ from: start_at, to: end_at }, timeZone);
}

interface Day {
  readonly name: string;
  readonly at: string;
  readonly windows: readonly ArrivalWindow[];
}

function daysOf({ data, time_zone }: Schedule): readonly Day[] {
  const days = new Map<string, { name: string; at: string; windows: ArrivalWindow[] }>();
  for (const window of data) {
    if (!window.start_at) continue;
    const name = englishTimes.day(window.start_at, time_zone);
    const day = days.get(name) ?? { name, at: window.start_at, windows: [] };
    day.windows.push(window);
    days.set(name, day);
  }
  return [...days.values()];
}
