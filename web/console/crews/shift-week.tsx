// Week of shifts: one row per crew, one column per day. A click adds or edits a shift.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { dayAfter, formatLongDay, formatWeekday, isDay, today } from '../../ui/calendar-day.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { browserTimeZone, englishTimes } from '../../ui/time-format.ts';
import { useNow } from '../../ui/use-now.ts';
import type { ScheduledCrew, Shift } from '../api.ts';
import { spanFormatter } from '../board/board-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { scheduleQuery } from './crew-queries.ts';
import { newShiftTimes } from './new-shift.ts';
import { type EditedShift, ShiftDialog } from './shift-dialog.tsx';
import { type EditedPattern, ShiftPatternDialog } from './shift-pattern-dialog.tsx';

const formatSpan = spanFormatter(browserTimeZone());
const midnight = (day: string) => new Date(`${day}T00:00:00`);

/** Monday of the week that contains the day. */
function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export function ShiftWeek({ week }: { readonly week: string | null }) {
  const monday = mondayOf(isDay(week) ? week : today());
  const days = Array.from({ length: 7 }, (_, nth) => dayAfter(monday, nth));
  const [from, to] = [midnight(monday).toISOString(), midnight(dayAfter(monday, 7)).toISOString()];
  const { data, error, refetch } = useQuery(scheduleQuery(from, to));
  const [editedShift, setEditedShift] = useState<EditedShift | null>(null);
  const [editedPattern, setEditedPattern] = useState<EditedPattern | null>(null);
  const mayWrite = useHasRole('dispatcher');
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-[1_0_14rem] font-semibold">Week of {formatLongDay(monday)}</h2>
        <span className="text-[0.8125rem] text-muted">{browserTimeZone().replaceAll('_', ' ')}</span>
        <ButtonLink href={`/crews?view=shifts&week=${dayAfter(monday, -7)}`} icon="back" className="px-2.5!">
          <span className="sr-only">Previous week</span>
        </ButtonLink>
        <ButtonLink href="/crews?view=shifts">This week</ButtonLink>
        <ButtonLink
          href={`/crews?view=shifts&week=${dayAfter(monday, 7)}`}
          icon="chevron"
          className="px-2.5!"
        >
          <span className="sr-only">Next week</span>
        </ButtonLink>
      </div>
      <Card isFlush>
        {!data && <SkeletonRows label="Loading shifts" />}
        {data?.data.length === 0 && (
          <EmptyState
            icon="calendar"
            title="No crews yet"
            actions={
              <ButtonLink href="/crews" icon="people">
                Go to crews
              </ButtonLink>
            }
          >
            Shifts appear here, one row per crew. Create a crew first.
          </EmptyState>
        )}
        {data && data.data.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          <section aria-label="Shifts of the week" tabIndex={0} className="relative overflow-x-auto">
            <table className="w-full min-w-[54rem] table-fixed text-left text-[0.8125rem]">
              <thead>
                <tr className="border-b text-muted">
                  <th scope="col" className="w-44 px-4 py-2 font-semibold">
                    Crew
                  </th>
                  {days.map((day) => (
                    <th key={day} scope="col" className="px-1.5 py-2 font-semibold">
                      {formatWeekday(day)} {Number(day.slice(8))}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.data.map((crew) => (
                  <CrewWeek
                    key={crew.id}
                    crew={crew}
                    days={days}
                    mayWrite={mayWrite}
                    onEdit={setEditedShift}
                  />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Card>
      {editedShift && (
        <ShiftDialog
          asked={editedShift}
          onClose={() => setEditedShift(null)}
          onRepeat={(times) => {
            const { crew, day, shift } = editedShift;
            setEditedShift(null);
            setEditedPattern({ crew, day, patternId: shift?.pattern_id ?? null, ...times });
          }}
        />
      )}
      {editedPattern && <ShiftPatternDialog asked={editedPattern} onClose={() => setEditedPattern(null)} />}
    </div>
  );
}

interface CrewWeekProps {
  readonly crew: ScheduledCrew;
  readonly days: readonly string[];
  readonly mayWrite: boolean;
  readonly onEdit: (editedShift: EditedShift) => void;
}

function CrewWeek({ crew, days, mayWrite, onEdit }: CrewWeekProps) {
  const shiftsOn = (day: string) =>
    crew.shifts.filter(({ starts_at }) => englishTimes.calendarDay(starts_at) === day);
  const nowMs = useNow();
  const newTimes = (day: string) => newShiftTimes(crew.shifts, day, nowMs);
  const chip = 'min-h-7 w-full rounded-md px-1.5 text-left font-medium';
  return (
    <tr className="border-b align-top last:border-b-0">
      <th scope="row" className="px-4 py-2 font-semibold">
        {crew.name}
      </th>
      {days.map((day) => (
        <td key={day} className="px-1 py-1.5">
          <div className="grid gap-1">
            {shiftsOn(day).map((shift: Shift) =>
              mayWrite ? (
                <button
                  key={shift.id}
                  type="button"
                  onClick={() => onEdit({ crew, day, shift, times: shift })}
                  className={`${chip} bg-tint text-accent hover:underline`}
                >
                  {formatSpan(shift)}
                  {shift.pattern_id !== null && <Repeats />}
                </button>
              ) : (
                <span key={shift.id} className={`${chip} bg-tint py-1 text-accent`}>
                  {formatSpan(shift)}
                  {shift.pattern_id !== null && <Repeats />}
                </span>
              ),
            )}
            {mayWrite && newTimes(day) && (
              <button
                type="button"
                onClick={() => {
                  const times = newTimes(day);
                  if (times) onEdit({ crew, day, shift: null, times });
                }}
                className="grid min-h-7 place-items-center rounded-md border border-dashed border-transparent text-muted hover:border-field-line focus-visible:border-field-line"
              >
                <Icon name="plus" className="size-3.5" />
                <span className="sr-only">
                  Add a shift for {crew.name} on {formatLongDay(day)}
                </span>
              </button>
            )}
          </div>
        </td>
      ))}
    </tr>
  );
}

function Repeats() {
  return (
    <>
      <Icon name="refresh" className="ml-1 inline size-3" />
      <span className="sr-only">, repeats every week</span>
    </>
  );
}
