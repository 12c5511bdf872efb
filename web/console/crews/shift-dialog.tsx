// Dialog that adds, edits or removes a shift of a crew.
import { useRef } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { dayAfter, formatLongDay } from '../../ui/calendar-day.ts';
import { FieldError, TextField } from '../../ui/field.tsx';
import { browserTimeZone } from '../../ui/time-format.ts';
import type { ScheduledCrew, Shift } from '../api.ts';
import { useRosterWrite } from './crew-queries.ts';
import { LinkedCodes } from './linked-codes.tsx';
import { RosterForm, textOf } from './roster-form.tsx';

export interface EditedShift {
  readonly crew: ScheduledCrew;
  readonly day: string;
  /** null: add a new shift. */
  readonly shift: Shift | null;
  /** Times that the form starts with. */
  readonly times: Pick<Shift, 'starts_at' | 'ends_at'>;
}

interface ShiftDialogProps {
  readonly asked: EditedShift;
  /** Opens the weekly pattern of the shift, or a new one with these times. */
  readonly onRepeat: (times: { readonly starts: string; readonly ends: string }) => void;
  readonly onClose: () => void;
}

const formatClockTime = (iso: string) => {
  const at = new Date(iso);
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
};

export function ShiftDialog({
  asked: { crew, day, shift, times: initial },
  onRepeat,
  onClose,
}: ShiftDialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  function repeat(): void {
    const [starts = '', ends = ''] = [...(fields.current?.querySelectorAll('input') ?? [])].map(
      ({ value }) => value,
    );
    onRepeat({ starts, ends });
  }
  const removal = useRosterWrite();
  return (
    <RosterForm
      title={`${crew.name}, ${formatLongDay(day)}`}
      save={shift ? 'Save' : 'Add shift'}
      params={['starts_at', 'ends_at']}
      onClose={onClose}
      read={(form) => {
        const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
        // A shift that ends before it begins ends on the next day.
        const lastDay = to <= from ? dayAfter(day, 1) : day;
        const times = {
          starts_at: new Date(`${day}T${from}`).toISOString(),
          ends_at: new Date(`${lastDay}T${to}`).toISOString(),
        };
        return shift
          ? { method: 'PATCH', path: `/shifts/${shift.id}`, body: times, done: 'Shift updated.' }
          : {
              method: 'POST',
              path: '/shifts',
              body: { crew_id: crew.id, ...times },
              done: 'Shift added.',
            };
      }}
    >
      {(errorFor) => (
        <>
          <div ref={fields} className="grid grid-cols-2 gap-3">
            <TextField
              label="From"
              name="from"
              type="time"
              required
              defaultValue={formatClockTime(initial.starts_at)}
              error={errorFor('starts_at')}
            />
            <TextField
              label="To"
              name="to"
              type="time"
              required
              defaultValue={formatClockTime(initial.ends_at)}
              error={errorFor('ends_at')}
            />
          </div>
          <p className="text-[0.8125rem] text-muted">Times of {browserTimeZone().replaceAll('_', ' ')}.</p>
          {shift && shift.pattern_id !== null && (
            <p className="text-[0.8125rem] text-muted">
              This shift repeats every week. A change here applies to this day only.
            </p>
          )}
          {(shift === null || shift.pattern_id !== null) && (
            <Button size="small" icon="refresh" className="justify-self-start" onClick={repeat}>
              {shift ? 'Edit the weekly pattern' : 'Repeat every week'}
            </Button>
          )}
          {shift && (
            <div className="grid gap-1.5">
              <Button
                look="danger-quiet"
                size="small"
                icon="trash"
                busy={removal.isPending}
                className="justify-self-start"
                onClick={() =>
                  removal.mutate(
                    {
                      method: 'DELETE',
                      path: `/shifts/${shift.id}`,
                      done: 'Shift removed.',
                      undo: {
                        method: 'POST',
                        path: '/shifts',
                        body: { crew_id: crew.id, starts_at: shift.starts_at, ends_at: shift.ends_at },
                        done: 'Shift restored.',
                      },
                    },
                    { onSuccess: onClose },
                  )
                }
              >
                Remove this shift
              </Button>
              {removal.error && (
                <FieldError>
                  <LinkedCodes text={removal.error.message} />{' '}
                  <Link
                    href={`/crews/${crew.id}/reassign`}
                    className="font-semibold underline underline-offset-2"
                  >
                    Reassign all its bookings
                  </Link>
                </FieldError>
              )}
            </div>
          )}
        </>
      )}
    </RosterForm>
  );
}
