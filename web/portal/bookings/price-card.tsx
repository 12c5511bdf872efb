// Price of a booking: the lines of the final fare, or of the estimate until there is one.
import { Card } from '../../ui/card.tsx';
import { formatDollarRange, formatDollars } from '../../ui/dollars.ts';
import type { Booking, Fare } from '../partner.generated.ts';

interface PriceCardProps {
  readonly booking: Booking;
  /** Of a cancelled booking. */
  readonly feeCents: number | null;
}

export function PriceCard({ booking, feeCents }: PriceCardProps) {
  const { state, fare, quote, tip } = booking;
  if (state === 'cancelled') {
    return (
      <Card title="Price">
        <p>
          {(feeCents ?? 0) === 0 ? (
            'The booking was cancelled without a fee.'
          ) : (
            <>
              Cancellation fee: <strong className="tabular-nums">{formatDollars(feeCents ?? 0)}</strong>
            </>
          )}
        </p>
      </Card>
    );
  }
  if (fare !== null) {
    return (
      <Card title="Price">
        <FareLines low={fare} high={fare} />
      </Card>
    );
  }
  const [low, high = low] = quote?.fare_estimate ?? [];
  return (
    <Card
      title="Estimated price"
      note="The final price is set when the delivery is completed. Labor, loading and unloading, is billed by time."
    >
      {low && high ? <FareLines low={low} high={high} /> : <p className="text-muted">No estimate.</p>}
      {tip > 0 && <p className="mt-2 text-muted">The tip of {formatDollars(tip)} is added.</p>}
    </Card>
  );
}

/** One amount per line if both fares agree, else a range. */
export function FareLines({ low, high }: { readonly low: Fare; readonly high: Fare }) {
  const lines: readonly (readonly [name: string, from: number, to: number])[] = [
    ['Base fare', low.base, high.base],
    ['Labor', low.labor, high.labor],
    ['Distance', low.travel_distance, high.travel_distance],
    ['Travel time', low.travel_duration, high.travel_duration],
    ['Additional stops', low.stops, high.stops],
    ...low.adjustments.map(
      ({ name, amount }, nth) => [name, amount, high.adjustments[nth]?.amount ?? amount] as const,
    ),
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1">
      {lines
        .filter(([, from, to]) => from !== 0 || to !== 0)
        .map(([name, from, to], nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two adjustments may be alike
          <div key={nth} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="pl-4 text-right tabular-nums">
              <Amount from={from} to={to} />
            </dd>
          </div>
        ))}
      <dt className="border-t pt-1 font-semibold">Total</dt>
      <dd className="border-t pt-1 pl-4 text-right font-semibold tabular-nums">
        <Amount from={low.total} to={high.total} />
      </dd>
    </dl>
  );
}

function Amount({ from, to }: { readonly from: number; readonly to: number }) {
  return formatDollarRange(from, to);
}
