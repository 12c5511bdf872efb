// Card that prices an example route with the current documents and with the draft.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDollarRange, formatDollars } from '../../ui/dollars.ts';
import { TextField } from '../../ui/field.tsx';
import type { PricePreview, QuotePreview } from './area-documents.ts';

interface PreviewCardProps {
  readonly preview: PricePreview | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onRoute: (stops: readonly string[]) => void;
}

export function PreviewCard({ preview, error, isBusy, onRoute }: PreviewCardProps) {
  const [origin, setOrigin] = useState('350 5th Ave, New York, NY 10118');
  const [destination, setDestination] = useState('1 Main St, Brooklyn, NY 11201');
  const route = preview?.route;
  return (
    <Card
      title="Try a quote"
      anchor="try-a-quote"
      note="Prices of a route now and with your changes. Nothing is saved."
    >
      <form
        className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          onRoute([origin, destination]);
        }}
      >
        <TextField label="From" value={origin} onChange={(event) => setOrigin(event.currentTarget.value)} />
        <TextField
          label="To"
          value={destination}
          onChange={(event) => setDestination(event.currentTarget.value)}
        />
        <Button type="submit" look="primary" busy={isBusy}>
          Calculate prices
        </Button>
      </form>
      {error && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {error.message}
        </p>
      )}
      {route && (
        <>
          <p className="mt-4 text-[0.8125rem] text-muted">
            {route.stops.join(' to ')}: {route.miles} miles, {formatMinutes(route.minutes)}
          </p>
          <QuoteTable quotes={preview.quotes} />
        </>
      )}
    </Card>
  );
}

function QuoteTable({ quotes }: Pick<PricePreview, 'quotes'>) {
  return (
    <table className="mt-2 w-full text-[0.8125rem] wrap-break-word tabular-nums">
      <thead>
        <tr className="border-b text-muted">
          {['Product', 'Current', 'With changes', 'Difference'].map((name) => (
            <th key={name} scope="col" className="py-1.5 pr-3 max-sm:pr-2 text-left font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {quotes.map(({ product, before, after }) => (
          <tr key={product}>
            <th scope="row" className="py-1.5 pr-3 max-sm:pr-2 text-left font-semibold">
              {product}
            </th>
            <td className="py-1.5 pr-3 max-sm:pr-2">{formatQuote(before)}</td>
            <td className="py-1.5 pr-3 max-sm:pr-2">{formatQuote(after)}</td>
            <td className={classNames('py-1.5', isLost(before, after) && 'font-semibold text-danger')}>
              {formatDifference(before, after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatQuote({ low, high, refusal }: QuotePreview): string {
  if (low === null || high === null) return refusal ?? '–';
  return formatDollarRange(low, high);
}

function formatMinutes(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  return `${whole} ${whole === 1 ? 'minute' : 'minutes'}`;
}

const isLost = (before: QuotePreview, after: QuotePreview) => before.low !== null && after.low === null;

function formatDifference(before: QuotePreview, after: QuotePreview): string {
  if (isLost(before, after)) return 'no longer available';
  if (before.low === null && after.low !== null) return 'now available';
  if (before.low === null || after.low === null) return before.refusal === after.refusal ? '–' : 'changed';
  const difference = after.low - before.low;
  if (difference === 0 && after.high === before.high) return 'none';
  return `${difference >= 0 ? '+' : '−'}${formatDollars(Math.abs(difference))}`;
}
