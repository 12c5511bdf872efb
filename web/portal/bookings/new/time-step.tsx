// Step 3 of a new booking: the arrival window, at the pickup or at the drop-off.
import { LoadError } from '../../../ui/load-error.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSchedule } from '../booking-queries.ts';
import { WindowPicker } from '../window-picker.tsx';
import type { StepProps } from './booking-draft.ts';
import { StepActions } from './step-actions.tsx';

const refs = [
  { value: 'origin', label: 'The arrival at the pickup' },
  { value: 'destination', label: 'The arrival at the drop-off' },
];

/** `error`: why the window that was chosen before cannot be booked. */
export function TimeStep({
  draft,
  onChange,
  onNext,
  onBack,
  error,
}: StepProps & { readonly error: string | null }) {
  const schedule = useSchedule({ quote_id: draft.quote?.id, ref: draft.ref });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.window !== null) onNext();
      }}
      className="grid gap-5"
    >
      <Select
        label="Choose a time for"
        className="sm:max-w-72"
        value={draft.ref}
        onChange={(ref) => onChange({ ref: ref === 'destination' ? 'destination' : 'origin', window: null })}
        options={refs}
      />
      {schedule.error && !schedule.data && <LoadError error={schedule.error} onRetry={schedule.refetch} />}
      {!schedule.data && !schedule.error && <Skeleton className="h-40" />}
      {schedule.data && (
        <WindowPicker
          key={draft.ref}
          schedule={schedule.data}
          value={draft.window?.id ?? null}
          onChange={(window) => onChange({ window: { ...window, timeZone: schedule.data.time_zone } })}
          error={error}
        />
      )}
      <StepActions onBack={onBack} disabled={draft.window === null}>
        Enter details
      </StepActions>
    </form>
  );
}
