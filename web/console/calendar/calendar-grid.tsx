// Calendar grid: hours as rows, days as columns. Roving tabindex; arrow keys move the focus, Enter opens the override
// dialog.
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatMonthDay, formatWeekday } from '../../ui/calendar-day.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CalendarHour } from '../api.ts';
import { type Fullness, formatCapacity, formatCell, formatHour, occupancyLevel } from './calendar-labels.ts';

interface CalendarGridProps {
  readonly hours: readonly CalendarHour[];
  readonly today: string;
  /** null: read-only. */
  readonly onDay: ((day: string) => void) | null;
  readonly onHour: ((day: string, hour: number) => void) | null;
}

const occupancyClasses: Readonly<Record<Fullness, string>> = {
  closed: 'bg-paper text-muted',
  over: 'bg-danger-tint text-danger font-semibold',
  full: 'bg-signal-tint text-signal font-semibold',
  busy: 'bg-signal-tint text-ink',
  some: 'bg-tint text-ink',
  free: 'text-muted',
};

export function CalendarGrid({ hours, today, onDay, onHour }: CalendarGridProps) {
  const days = [...new Set(hours.map(({ day }) => day))];
  const hoursOfDay = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b);
  const [focusedCell, setFocusedCell] = useState<readonly [number, number]>([0, 0]);
  const body = useRef<HTMLTableSectionElement>(null);
  if (hours.length === 0)
    return (
      <EmptyState icon="calendar" title="No windows in these two weeks">
        The area has no opening hours on these days. Change its hours under Areas and prices.
      </EmptyState>
    );
  const cell = (hour: number, day: string) => hours.find((each) => each.hour === hour && each.day === day);

  function handleKey(event: KeyboardEvent): void {
    const [down, right] =
      { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
    if (down === undefined || right === undefined) return;
    event.preventDefault();
    const row = Math.min(hoursOfDay.length - 1, Math.max(0, focusedCell[0] + down));
    const column = Math.min(days.length - 1, Math.max(0, focusedCell[1] + right));
    setFocusedCell([row, column]);
    body.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  }

  return (
    <section className="relative overflow-x-auto border-y" aria-label="Hours and days">
      <table className="w-full border-collapse text-[0.8125rem] tabular-nums">
        <thead>
          <tr className="border-b">
            <th scope="col" className="sticky left-0 z-10 bg-card px-3 py-2 text-left font-medium text-muted">
              Hour
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={classNames('px-0.5 py-1 font-medium', day === today && 'text-accent')}
              >
                <DayName day={day} onChoose={onDay} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={handleKey}>
          {hoursOfDay.map((hour, row) => (
            <tr key={hour}>
              <th
                scope="row"
                className="sticky left-0 z-10 bg-card px-3 py-0.5 text-left font-medium whitespace-nowrap text-muted"
              >
                {formatHour(hour)}
              </th>
              {days.map((day, column) => {
                const found = cell(hour, day);
                return (
                  <td key={day} className="p-px">
                    <HourCell
                      hour={found}
                      position={`${row} ${column}`}
                      isTabStop={focusedCell[0] === row && focusedCell[1] === column}
                      onFocus={() => setFocusedCell([row, column])}
                      onChoose={onHour && found ? () => onHour(day, hour) : null}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DayName({
  day,
  onChoose,
}: {
  readonly day: string;
  readonly onChoose: ((day: string) => void) | null;
}) {
  const label = (
    <>
      <span className="block text-[0.6875rem]">{formatWeekday(day)}</span>
      <span className="block font-semibold whitespace-nowrap">{formatMonthDay(day)}</span>
    </>
  );
  if (!onChoose) return label;
  return (
    <button
      type="button"
      onClick={() => onChoose(day)}
      className="min-w-14 rounded-md border bg-card px-1 py-1 shadow-xs hover:bg-hover pointer-coarse:min-h-11"
    >
      {label}
      <span className="sr-only">: close this day</span>
    </button>
  );
}

interface HourCellProps {
  readonly hour: CalendarHour | undefined;
  readonly position: string;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onChoose: (() => void) | null;
}

function HourCell({ hour, position, isTabStop, onFocus, onChoose }: HourCellProps) {
  const className = classNames(
    'relative grid h-8 w-full min-w-14 place-items-center rounded-md px-1 whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-11',
    hour ? occupancyClasses[occupancyLevel(hour)] : 'text-muted/50',
    onChoose !== null && 'hover:inset-ring hover:inset-ring-field-line',
  );
  const label = hour ? (
    <>
      <span aria-hidden="true">
        {hour.closed
          ? hour.reserved > 0
            ? `${hour.reserved} / closed`
            : 'closed'
          : hour.capacity === null
            ? hour.reserved
            : `${hour.reserved} / ${formatCapacity(hour.capacity)}`}
      </span>
      {hour.override_id !== null && !hour.closed && (
        <span aria-hidden="true" className="absolute top-1 right-1 size-1.5 rounded-full bg-signal" />
      )}
      <span className="sr-only">
        {formatCell(hour)}
        {hour.override_id !== null && ', capacity changed'}
      </span>
    </>
  ) : (
    <span aria-hidden="true">–</span>
  );
  return (
    <button
      type="button"
      data-cell={position}
      tabIndex={isTabStop ? 0 : -1}
      aria-disabled={onChoose === null}
      aria-label={hour ? undefined : 'No windows'}
      onFocus={onFocus}
      onClick={() => onChoose?.()}
      className={className}
    >
      {label}
    </button>
  );
}
