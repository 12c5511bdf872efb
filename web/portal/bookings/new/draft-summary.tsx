// Summary of a new booking beside its steps: what was chosen so far, and the price.
import { Card } from '../../../ui/card.tsx';
import { englishTimes } from '../../../ui/time-format.ts';
import { stopName, vehicleOf } from '../booking-labels.ts';
import { FareLines } from '../price-card.tsx';
import { hoursOf } from '../window-picker.tsx';
import { type BookingDraft, foundAddress } from './booking-draft.ts';

export function DraftSummary({ draft }: { readonly draft: BookingDraft }) {
  const { stops, quote, quotes, window, ref } = draft;
  const found = (quote ?? quotes?.data[0])?.route;
  const [low, high = low] = quote?.fare_estimate ?? [];
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
        <Entry
          name={ref === 'origin' ? 'Arrival at the pickup' : 'Arrival at the drop-off'}
          value={
            window === null
              ? '–'
              : window.start_at
                ? `${englishTimes.day(window.start_at, window.timeZone)}, ${hoursOf(window, window.timeZone)}`
                : hoursOf(window, window.timeZone)
          }
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
