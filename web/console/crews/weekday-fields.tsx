// Seven checkboxes for the days of the week.
import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import type { ShiftPattern } from '../api.ts';

type Weekday = ShiftPattern['weekdays'][number];

const weekdays: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** Weekday of a day such as 2030-01-15. */
export function weekdayOf(day: string): Weekday {
  return weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
}

interface WeekdayFieldsProps {
  readonly value: readonly Weekday[];
  readonly error: string | null;
  readonly onChange: (value: Weekday[]) => void;
}

export function WeekdayFields({ value, error, onChange }: WeekdayFieldsProps) {
  const errorId = useId();
  const isEmpty = value.length === 0;
  return (
    <fieldset aria-describedby={error !== null || isEmpty ? errorId : undefined}>
      <legend className="mb-1 font-semibold">Weekdays</legend>
      <div className="flex flex-wrap gap-1">
        {weekdays.map((day) => {
          const isChosen = value.includes(day);
          return (
            <label
              key={day}
              className={classNames(
                'flex min-h-9 items-center gap-1.5 rounded-lg border px-1.5 pointer-coarse:min-h-11',
                isChosen ? 'border-accent bg-tint' : 'border-field-line',
              )}
            >
              <input
                type="checkbox"
                aria-label={day.charAt(0).toUpperCase() + day.slice(1)}
                checked={isChosen}
                onChange={() =>
                  onChange(weekdays.filter((each) => (each === day ? !isChosen : value.includes(each))))
                }
                className="size-4 accent-accent"
              />
              <span aria-hidden="true">{day.charAt(0).toUpperCase() + day.slice(1, 3)}</span>
            </label>
          );
        })}
      </div>
      {(error !== null || isEmpty) && (
        <FieldError id={errorId}>{error ?? 'Choose at least one day.'}</FieldError>
      )}
    </fieldset>
  );
}
