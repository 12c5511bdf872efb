// Dialog of the button "Plan day": area and search time. It says beforehand why there is nothing to plan.
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { formatLongDay } from '../../ui/calendar-day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { counted } from '../../ui/interpolate.ts';
import { Select } from '../../ui/select.tsx';
import type { Board } from '../api.ts';
import type { AreaName } from '../board/board-queries.ts';
import { useStartPlan } from './use-start-plan.ts';

interface PlanDayDialogProps {
  readonly day: string;
  /** Area of the board; null: all areas. */
  readonly area: string | null;
  readonly areas: readonly AreaName[];
  readonly board: Board;
  readonly onClose: () => void;
}

const searchTimes = [
  { value: '5', label: '5 seconds' },
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '1 minute' },
];

export function PlanDayDialog({ day, area, areas, board, onClose }: PlanDayDialogProps) {
  const [chosen, setChosen] = useState(area ?? busiestArea(board) ?? areas[0]?.slug ?? '');
  const [seconds, setSeconds] = useState('5');
  const start = useStartPlan();
  const jobs = board.bookings.filter((booking) => booking.area === chosen && booking.state !== 'completed');
  const crews = board.crews.filter(
    ({ home_areas, shifts, is_retired }) =>
      !is_retired && shifts.length > 0 && (home_areas.length === 0 || home_areas.includes(chosen)),
  );
  const isPossible = jobs.length > 0 && crews.length > 0;
  return (
    <Dialog
      title={`Plan ${formatLongDay(day)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={start.isPending}
            disabled={!isPossible}
            data-first
            onClick={() => start.mutate({ area: chosen, day, seconds: Number(seconds) })}
          >
            Start
          </Button>
        </>
      }
    >
      <p>
        The search looks for the best crew and time for every booking that has not started. You see the plan
        before anything changes; partners and customers see nothing of it.
      </p>
      <div className="grid gap-3 text-ink">
        {area === null && areas.length > 1 && (
          <Select
            label="Area"
            value={chosen}
            options={areas.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={setChosen}
          />
        )}
        <Select
          label="Search for"
          hint="More time finds shorter routes. You can stop at any time and keep the best plan."
          value={seconds}
          options={searchTimes}
          onChange={setSeconds}
        />
        <p role="status" className={isPossible ? 'text-muted' : 'font-medium text-signal'}>
          {jobs.length === 0 ? (
            'There are no bookings to plan on this day.'
          ) : crews.length === 0 ? (
            <>
              No crew of this area has a shift on this day.{' '}
              <Link href="/crews" className="underline">
                Add shifts
              </Link>
            </>
          ) : (
            `${counted('{count} booking', '{count} bookings', jobs.length)}, ${counted('{count} crew', '{count} crews', crews.length)}`
          )}
        </p>
      </div>
      {start.error && <FieldError>{start.error.message}</FieldError>}
    </Dialog>
  );
}

/** The area with the most bookings of the day. */
function busiestArea({ bookings }: Board): string | undefined {
  const counts = new Map<string, number>();
  for (const { area } of bookings) counts.set(area, (counts.get(area) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
