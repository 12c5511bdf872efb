// Doctor check of stored wire formats: each must equal, byte for byte, a fresh rendering of its rows.
import type { Quote } from '../../../../domain/money/quote.ts';
import type { RouteStop } from '../../../../domain/place/route.ts';
import { presentQuote } from '../../../quotes/quote-view.ts';
import type { StoredBooking } from '../../booking-store.ts';
import { presentBooking, sharePath } from '../../booking-view.ts';

/** Uses the stored tracking link; `shareLinkFaults` checks its target. */
export function bookingWireFaults({ booking }: StoredBooking, wire: string): string[] {
  return differences(presentBooking(booking, shareUrlIn(wire)), wire);
}

export function shareLinkFaults(
  { shareToken }: Pick<StoredBooking, 'shareToken'>,
  wire: string,
  publicUrl: string,
): string[] {
  if (shareUrlIn(wire) === `${publicUrl}${sharePath(shareToken)}`) return [];
  return [`its tracking link does not start with ${publicUrl}, or has the token of another booking`];
}

export function quoteWireFaults(quote: Quote<RouteStop>, wire: string): string[] {
  return differences(presentQuote(quote), wire);
}

function shareUrlIn(wire: string): string {
  return (JSON.parse(wire) as { share_url: string }).share_url;
}

/** Reports field names only, because the values are personal data. */
function differences(rendered: object, wire: string): string[] {
  if (JSON.stringify(rendered) === wire) return [];
  const expected = new Map(Object.entries(rendered));
  const stored = new Map(Object.entries(JSON.parse(wire) as object));
  const names = [...new Set([...expected.keys(), ...stored.keys()])].filter(
    (name) => JSON.stringify(expected.get(name)) !== JSON.stringify(stored.get(name)),
  );
  return [`the stored JSON differs from the rows in ${names.join(', ') || 'the order or format of fields'}`];
}
