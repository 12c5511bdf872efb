// Dialog for shifts that repeat every week: days, local times, first and last day, and a preview of the dates, in which
// single days can be left out.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dayAfter } from '../../ui/calendar-day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { browserTimeZone } from '../../ui/time-format.ts';
import type { ScheduledCrew, ShiftPattern, ShiftPatternPreview } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { patternsQuery, useRosterWrite } from './crew-queries.ts';
import { RosterForm } from './roster-form.tsx';
import { PatternPreview } from './shift-pattern-preview.tsx';
import { WeekdayFields, weekdayOf } from './weekday-fields.tsx';

export interface EditedPattern {
  readonly crew: ScheduledCrew;
  /** null: add a new pattern that starts on `day`. */
  readonly patternId: string | null;
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
}

interface PatternDialogProps {
  readonly asked: EditedPattern;
  readonly onClose: () => void;
}

/** Length of a new pattern. */
const DEFAULT_DAYS = 12 * 7;

export function ShiftPatternDialog({ asked, onClose }: PatternDialogProps) {
  const { crew, patternId, day, starts, ends } = asked;
  const { data, error, refetch } = useQuery(patternsQuery(crew.id));
  const known = data?.data.find(({ id }) => id === patternId);
  if (!data || (patternId !== null && !known))
    return (
      <Dialog title={crew.name} onClose={onClose}>
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {!error && !data && <SkeletonRows rows={4} label="Loading the weekly pattern" />}
        {data && <p>The weekly pattern has ended or was removed.</p>}
      </Dialog>
    );
  const draft: Draft = known
    ? draftOf(known)
    : {
        weekdays: [weekdayOf(day)],
        starts,
        ends,
        first_day: day,
        last_day: dayAfter(day, DEFAULT_DAYS - 1),
        excepted_days: [],
        time_zone: data.time_zone ?? browserTimeZone(),
      };
  return <PatternForm {...{ crew, patternId, onClose }} initial={draft} />;
}

type Draft = Omit<ShiftPattern, 'id' | 'crew_id'>;

function draftOf({ id: _id, crew_id: _crewId, ...draft }: ShiftPattern): Draft {
  return draft;
}

interface PatternFormProps {
  readonly crew: ScheduledCrew;
  readonly patternId: string | null;
  readonly initial: Draft;
  readonly onClose: () => void;
}

const params = ['weekdays', 'starts', 'ends', 'first_day', 'last_day', 'time_zone'];

function PatternForm({ crew, patternId, initial, onClose }: PatternFormProps) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const removal = useRosterWrite();
  const preview = usePreview(crew.id, patternId, draft);
  const { time_zone, ...fields } = draft;
  const textField = (name: 'starts' | 'ends' | 'first_day' | 'last_day') => ({
    required: true,
    value: draft[name],
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <RosterForm
      title={`${crew.name}: ${patternId === null ? 'repeat a shift every week' : 'weekly pattern'}`}
      save={patternId === null ? 'Add shifts' : 'Save'}
      params={params}
      onClose={onClose}
      read={() =>
        patternId === null
          ? {
              method: 'POST',
              path: '/shift-patterns',
              body: { crew_id: crew.id, ...draft },
              done: 'Shifts added.',
            }
          : {
              method: 'PATCH',
              path: `/shift-patterns/${patternId}`,
              body: fields,
              done: 'Weekly pattern updated.',
            }
      }
    >
      {(errorFor) => (
        <>
          <WeekdayFields
            value={draft.weekdays}
            error={errorFor('weekdays')}
            onChange={(weekdays) => change({ weekdays })}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextField label="From" type="time" {...textField('starts')} error={errorFor('starts')} />
            <TextField label="To" type="time" {...textField('ends')} error={errorFor('ends')} />
            <TextField
              label="First day"
              type="date"
              {...textField('first_day')}
              error={errorFor('first_day')}
            />
            <TextField label="Last day" type="date" {...textField('last_day')} error={errorFor('last_day')} />
          </div>
          <TextField
            label="Time zone"
            required
            readOnly={patternId !== null}
            value={time_zone}
            hint="The local times stay the same when the clocks change."
            error={errorFor('time_zone')}
            onChange={({ currentTarget }) => change({ time_zone: currentTarget.value.trim() })}
          />
          <PatternPreview
            preview={preview.data}
            error={preview.error}
            excepted={draft.excepted_days}
            onChange={(excepted_days) => change({ excepted_days })}
          />
          {patternId !== null && (
            <div className="grid gap-1.5">
              <p className="text-[0.8125rem] text-muted">
                Changes apply to shifts that have not begun. Shifts that were changed on their own stay.
              </p>
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
                      path: `/shift-patterns/${patternId}`,
                      done: 'Weekly pattern and its shifts removed.',
                    },
                    { onSuccess: onClose },
                  )
                }
              >
                Remove the pattern and its shifts
              </Button>
              {removal.error && <FieldError>{removal.error.message}</FieldError>}
            </div>
          )}
        </>
      )}
    </RosterForm>
  );
}

/** Without the excepted days, so that the preview can offer them again. */
function usePreview(crewId: string, patternId: string | null, draft: Draft) {
  const write = useWrite();
  const { excepted_days: _excepted, ...pattern } = draft;
  const body = { crew_id: crewId, ...pattern, ...(patternId !== null && { pattern_id: patternId }) };
  const isComplete = Object.values(pattern).every((value) => value.length > 0);
  return useQuery({
    queryKey: ['shift-pattern-preview', body],
    queryFn: () => write<ShiftPatternPreview>('POST', '/shift-patterns/preview', body),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
