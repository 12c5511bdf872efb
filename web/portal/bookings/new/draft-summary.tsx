// Summary of a new booking beside its steps: what was chosen so far, and the price.
import { Card } from '../../../ui/card.tsx';
import { englishTimes } from '../../../ui/time-format.ts';
import { stopName, vehicleOf } from '../booking-labels.ts';
import { FareLines } from '../price-card.tsx';
import { hoursOf } from '../window-picker.tsx';
import type { BookingDraft } from './booking-draft.ts';

export function DraftSummary({ draft: { stops, quote, window, ref } }: { readonly draft: BookingDraft }) {
  const [low, high = low] = quote?.fare_estimate ?? [];
  return (
    <Card title="Your booking">
      <dl className="grid gap-2.5">
        {stops.map(({ key, address }, nth) => (
          <Entry key={key} name={stopName(nth, stops.length)} value={address.trim() || '–'} />
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

function Entry({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="eyebrow">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}
