// Summary of a new booking beside its steps: what was chosen so far, and the price.
import { Card } from '../../../ui/card.tsx';
import { stopName, vehicleOf } from '../booking-labels.ts';
import { FareLines } from '../price-card.tsx';
import { type BookingDraft, foundAddress } from './booking-draft.ts';
import { windowText } from './draft-texts.ts';
import type { PricedQuote } from './use-priced-quote.ts';

interface DraftSummaryProps {
  readonly draft: BookingDraft;
  readonly priced: PricedQuote;
}

export function DraftSummary({ draft, priced }: DraftSummaryProps) {
  const { stops, quote, quotes, ref } = draft;
  const found = (quote ?? quotes?.data[0])?.route;
  const [low, high = low] = priced.quote?.fare_estimate ?? [];
  return (
    <Card title="Your booking">
      <dl className="grid gap-2.5">
        {stops.map(({ key, address }, nth) => (
          <Entry
            key={key}
            name={stopName(nth, stops.length)}
            value={address.trim() || '–'}
            note={foundAddress(address, found?.[nth])}
          />
        ))}
        <Entry name="Vehicle" value={quote === null ? '–' : vehicleOf(quote.product).name} />
        {priced.chosen.length > 0 && (
          <Entry name="Add-ons" value={priced.chosen.map(({ name }) => name).join(', ')} />
        )}
        <Entry
          name={ref === 'origin' ? 'Arrival at the pickup' : 'Arrival at the drop-off'}
          value={windowText(draft)}
        />
      </dl>
      {low && high && (
        <div className="mt-4 border-t pt-3">
          <FareLines low={low} high={high} />
        </div>
      )}
    </Card>
  );
}

interface EntryProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string | null;
}

function Entry({ name, value, note = null }: EntryProps) {
  return (
    <div>
      <dt className="eyebrow">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {value}
        {note !== null && <span className="block text-[0.8125rem] text-muted">Found: {note}</span>}
      </dd>
    </div>
  );
}
