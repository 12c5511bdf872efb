// Step 2 of a new booking: the vehicle and the add-ons, with the price.
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatDollarRange } from '../../../ui/dollars.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddonList } from '../addon-list.tsx';
import { vehicleOf } from '../booking-labels.ts';
import type { StepProps } from './booking-draft.ts';
import { enteredItems } from './item-draft.ts';
import { StepActions } from './step-actions.tsx';
import type { PricedQuote } from './use-priced-quote.ts';

type VehicleStepProps = StepProps & { readonly priced: PricedQuote };

export function VehicleStep({ draft, onChange, onNext, onBack, priced }: VehicleStepProps) {
  const quotes = draft.quotes?.data ?? [];
  const recommended = draft.quotes?.recommended ?? null;
  const hasItems = enteredItems(draft.items).length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (priced.quote !== null) onNext();
      }}
      className="grid gap-5"
    >
      {quotes.length === 0 && (
        <p className="text-muted">No vehicle serves this route. Go back and change the addresses.</p>
      )}
      {hasItems && recommended === null && (
        <Notice tone="warn" title="No vehicle holds all these items">
          Check their sizes and weights, or make several bookings.
        </Notice>
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
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{name}</span>
                  {quote.id === recommended && <Badge tone="good">Holds your items</Badge>}
                </span>
                <span className="block text-[0.8125rem] text-muted">{crew}</span>
              </span>
              <span className="font-semibold tabular-nums max-sm:basis-full max-sm:pl-7">
                {low && high ? formatDollarRange(low.total, high.total) : ''}
              </span>
            </label>
          );
        })}
      </fieldset>
      <AddonList
        offer={priced.offer}
        chosen={priced.chosen.map(({ slug }) => slug)}
        onChange={(addons) => onChange({ addons })}
      />
      {priced.error && <LoadError error={priced.error} onRetry={priced.retry} />}
      {draft.quote !== null && priced.error === null && <EstimateLine quote={priced.quote} />}
      <p className="text-[0.8125rem] text-muted">
        A range is an estimate: loading and unloading are billed by time.
      </p>
      <StepActions
        onBack={onBack}
        disabled={draft.quote === null}
        busy={draft.quote !== null && !priced.quote}
      >
        Choose a time
      </StepActions>
    </form>
  );
}

function EstimateLine({ quote }: Pick<PricedQuote, 'quote'>) {
  const [low, high = low] = quote?.fare_estimate ?? [];
  return (
    <p role="status" className="flex flex-wrap justify-between gap-x-4 rounded-lg bg-tint px-3 py-2">
      <span>Estimate with everything you chose</span>
      <strong className="tabular-nums">
        {low && high ? formatDollarRange(low.total, high.total) : 'Calculating …'}
      </strong>
    </p>
  );
}
