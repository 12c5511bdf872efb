// Step 1 of a new booking: the addresses of the route. Ends with the prices of all vehicles.
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../../client/api-request.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError, TextField } from '../../../ui/field.tsx';
import type { BatchQuote } from '../../partner.generated.ts';
import { useWrite } from '../../session-context.tsx';
import { AddressField } from '../address-field.tsx';
import { stopName } from '../booking-labels.ts';
import { emptyStop, quoteRequest, type StepProps, type StopDraft } from './booking-draft.ts';
import { StepActions } from './step-actions.tsx';

const MAX_STOPS = 7;

export function RouteStep({ draft, onChange, onNext }: StepProps) {
  const { stops } = draft;
  const write = useWrite();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const quote = useMutation({
    mutationFn: () =>
      write<BatchQuote>('POST', '/partner/quotes/batch', quoteRequest(draft), {
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: (quotes) => {
      const same = quotes.data.find(({ product }) => product === draft.again?.product);
      onChange({ quotes, quote: same ?? null, window: null });
      onNext();
    },
  });
  const setStops = (next: readonly StopDraft[]) => onChange({ stops: next });
  /** Adds or removes a stop. Errors name stops by position, so those of the last attempt no longer apply. */
  const replaceStops = (next: readonly StopDraft[]) => {
    setIsSubmitted(false);
    quote.reset();
    setStops(next);
  };
  const setStop = (key: number, change: Partial<StopDraft>) =>
    setStops(stops.map((stop) => (stop.key === key ? { ...stop, ...change } : stop)));
  const paramOf = (nth: number) => `stops[${nth}].location`;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsSubmitted(true);
    if (stops.every(({ address }) => address.trim() !== '')) quote.mutate();
  }

  const failure = errorForOtherParams(quote.error, ...stops.map((_, nth) => paramOf(nth)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {stops.map((stop, nth) => {
        const name = stopName(nth, stops.length);
        const isMissing = isSubmitted && stop.address.trim() === '';
        return (
          <fieldset key={stop.key} className="grid gap-3 border-l-2 pl-4">
            <legend className="sr-only">{name}</legend>
            <div className="flex items-start gap-2">
              <AddressField
                label={`${name} address`}
                className="min-w-0 flex-1"
                value={stop.address}
                onChange={(address) => setStop(stop.key, { address })}
                error={
                  isMissing
                    ? 'Enter an address with street, city and state.'
                    : errorForParam(quote.error, paramOf(nth))
                }
              />
              {stops.length > 2 && (
                <IconButton
                  icon="trash"
                  label={`Remove ${name.toLowerCase()}`}
                  className="mt-7"
                  onClick={() => replaceStops(stops.filter(({ key }) => key !== stop.key))}
                />
              )}
            </div>
            <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <TextField
                label="Apartment or suite"
                value={stop.unit}
                maxLength={255}
                onChange={(event) => setStop(stop.key, { unit: event.currentTarget.value })}
              />
              <TextField
                label="Instructions for the crew"
                value={stop.instructions}
                maxLength={5_000}
                onChange={(event) => setStop(stop.key, { instructions: event.currentTarget.value })}
              />
            </div>
          </fieldset>
        );
      })}
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
      {failure !== null && <FieldError>{failure}</FieldError>}
      <StepActions busy={quote.isPending}>Show prices</StepActions>
    </form>
  );
}
