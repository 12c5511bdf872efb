// Step 2 of a new booking: the vehicle, with its price.
import { classNames } from '../../../ui/class-names.ts';
import { formatDollarRange } from '../../../ui/dollars.ts';
import { vehicleOf } from '../booking-labels.ts';
import type { StepProps } from './booking-draft.ts';
import { StepActions } from './step-actions.tsx';

export function VehicleStep({ draft, onChange, onNext, onBack }: StepProps) {
  const quotes = draft.quotes?.data ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.quote !== null) onNext();
      }}
      className="grid gap-5"
    >
      {quotes.length === 0 && (
        <p className="text-muted">No vehicle serves this route. Go back and change the addresses.</p>
      )}
      <fieldset className="grid gap-2">
        <legend className="sr-only">Vehicle</legend>
        {quotes.map((quote) => {
          const { name, crew } = vehicleOf(quote.product);
          const [low, high = low] = quote.fare_estimate;
          const isChosen = draft.quote?.id === quote.id;
          return (
            <label
              key={quote.id}
              className={classNames(
                'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2.5 hover:bg-hover',
                isChosen && 'border-accent bg-tint',
              )}
            >
              <input
                type="radio"
                name="vehicle"
                className="size-4 flex-none accent-accent"
                checked={isChosen}
                onChange={() => onChange({ quote, window: null })}
              />
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-semibold">{name}</span>
                <span className="block text-[0.8125rem] text-muted">{crew}</span>
              </span>
              <span className="font-semibold tabular-nums">
                {low && high ? formatDollarRange(low.total, high.total) : ''}
              </span>
            </label>
          );
        })}
      </fieldset>
      <p className="text-[0.8125rem] text-muted">
        A range is an estimate: loading and unloading are billed by time.
      </p>
      <StepActions onBack={onBack} disabled={draft.quote === null}>
        Choose a time
      </StepActions>
    </form>
  );
}
