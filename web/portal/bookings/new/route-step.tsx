// Step 1 of a new booking: the stops with their contacts, and the items. Ends with the prices of all vehicles.
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../../client/api-request.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import type { BatchQuote } from '../../partner.generated.ts';
import { useWrite } from '../../session-context.tsx';
import {
  type BookingDraft,
  emptyStop,
  isPriced,
  quoteRequest,
  routeFaults,
  type StepProps,
  type StopDraft,
  stopField,
} from './booking-draft.ts';
import { ItemsFields } from './items-fields.tsx';
import { StepActions } from './step-actions.tsx';
import { StopFields } from './stop-fields.tsx';
import { useFocusFault } from './use-focus-fault.ts';

const MAX_STOPS = 7;

export function RouteStep({ draft, onChange, onNext, faults, onFaults }: StepProps) {
  const { stops } = draft;
  const write = useWrite();
  const form = useFocusFault(faults);
  const quote = useMutation({
    mutationFn: (request: object) =>
      write<BatchQuote>('POST', '/partner/quotes/batch', request, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: (quotes, request) => {
      onChange({ quotes, quotedFor: JSON.stringify(request), quote: choiceOf(draft, quotes), window: null });
      onNext();
    },
    onError: (error) => onFaults(faultOf(error, stops)),
  });
  /** Adds or removes a stop. An error of the last attempt may be about the route as a whole. */
  const replaceStops = (next: readonly StopDraft[]) => {
    onFaults({});
    quote.reset();
    const keys = next.map(({ key }) => key);
    onChange({
      stops: next,
      contacts: draft.contacts.filter(({ stop }) => stop === null || keys.includes(Number(stop))),
    });
  };

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = routeFaults(draft);
    onFaults(found);
    if (Object.keys(found).length > 0) quote.reset();
    else if (isPriced(draft)) onNext();
    else quote.mutate(quoteRequest(draft));
  }

  const isShownAtField = Object.keys(faultOf(quote.error, stops)).length > 0;
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      {stops.map((stop, nth) => (
        <StopFields
          key={stop.key}
          {...{ draft, onChange, faults, stop }}
          position={nth}
          onRemove={stops.length > 2 ? () => replaceStops(stops.filter(({ key }) => key !== stop.key)) : null}
        />
      ))}
      {stops.length < MAX_STOPS && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() => replaceStops([...stops.slice(0, -1), emptyStop(), ...stops.slice(-1)])}
          >
            Add a stop
          </Button>
        </div>
      )}
      <ItemsFields items={draft.items} onChange={(items) => onChange({ items })} faults={faults} />
      {quote.error && !isShownAtField && <FieldError>{quote.error.message}</FieldError>}
      <StepActions busy={quote.isPending}>{isPriced(draft) ? 'Choose a vehicle' : 'Show prices'}</StepActions>
    </form>
  );
}

/** The vehicle that was chosen before, that of the repeated booking, or the one that holds the items. */
function choiceOf({ quote, again }: BookingDraft, { data, recommended }: BatchQuote) {
  const product = quote?.product ?? again?.product;
  return data.find((each) => each.product === product) ?? data.find(({ id }) => id === recommended) ?? null;
}

/** The server names a stop by its position. */
function faultOf(error: Error | null, stops: readonly StopDraft[]) {
  if (!(error instanceof ApiError)) return {};
  const [, position, param = ''] = /^stops\[(\d+)\]\.(\w+)$/.exec(error.param ?? '') ?? [];
  const stop = stops[Number(position)];
  const fields: Readonly<Record<string, Parameters<typeof stopField>[1]>> = {
    location: 'address',
    floor: 'floor',
    instructions: 'instructions',
  };
  const field = fields[param];
  return stop && field ? { [stopField(stop, field)]: error.message } : {};
}
