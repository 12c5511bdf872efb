// Dates of a weekly pattern of shifts. A checkbox leaves a single day out.
import { Button } from '../../ui/button.tsx';
import { formatShortDay } from '../../ui/calendar-day.ts';
import { FieldError } from '../../ui/field.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { ShiftPatternPreview } from '../api.ts';

interface PatternPreviewProps {
  readonly preview: ShiftPatternPreview | undefined;
  readonly error: Error | null;
  readonly excepted: readonly string[];
  readonly onChange: (excepted: readonly string[]) => void;
}

export function PatternPreview({ preview, error, excepted, onChange }: PatternPreviewProps) {
  if (error) return <FieldError>{error.message}</FieldError>;
  if (!preview) return null;
  const { shifts, time_zone: zone } = preview;
  const kept = shifts.filter(({ day }) => !excepted.includes(day));
  const overlapping = kept.filter(({ overlaps }) => overlaps).map(({ day }) => day);
  const toggle = (day: string, isKept: boolean) =>
    onChange(isKept ? excepted.filter((each) => each !== day) : [...excepted, day]);
  return (
    <div className="grid gap-1.5">
      <p role="status" className="font-medium">
        {countOf(kept.length, 'shift')}
        {kept.length < shifts.length && `, ${countOf(shifts.length - kept.length, 'exception')}`}
      </p>
      <section
        aria-label="Dates of the pattern"
        className="relative max-h-52 overflow-y-auto rounded-lg border"
      >
        <ul>
          {shifts.map(({ day, starts_at, ends_at, overlaps }) => {
            const isKept = !excepted.includes(day);
            return (
              <li key={day} className="border-b last:border-b-0">
                <label className="flex min-h-9 flex-wrap items-center gap-x-2.5 px-3 py-1 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={isKept}
                    onChange={({ currentTarget }) => toggle(day, currentTarget.checked)}
                    className="size-4 accent-accent"
                  />
                  <span className={isKept ? 'font-medium' : 'text-muted line-through'}>
                    {formatShortDay(day)}
                  </span>
                  <span className="text-muted">
                    {englishTimes.window({ from: starts_at, to: ends_at }, zone)}{' '}
                    {englishTimes.zoneName(starts_at, zone, 'short')}
                  </span>
                  {isKept && overlaps && (
                    <span className="font-medium text-danger">Overlaps another shift</span>
                  )}
                </label>
              </li>
            );
          })}
          {shifts.length === 0 && <li className="px-3 py-2 text-muted">No shift from now on.</li>}
        </ul>
      </section>
      {overlapping.length > 0 && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...excepted, ...overlapping])}
        >
          Leave out {countOf(overlapping.length, 'overlapping day')}
        </Button>
      )}
    </div>
  );
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
