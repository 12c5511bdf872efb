// Address suggestions for people who book in the portal: addresses of earlier bookings, then the geocoder.
import type { Context } from '../../context.ts';
import type { Place } from '../../domain/place/location.ts';
import type { AddressSuggestions } from './portal-booking-schemas.ts';
import { findKnownAddresses } from './portal-booking-store.ts';

const maxSuggestions = 6;
/** A shorter text is no address yet; a provider would be called, and paid, for nothing. */
const minGeocodedLength = 8;

export async function suggestAddresses(
  { db, geocoder }: Pick<Context, 'db' | 'geocoder'>,
  accountId: string,
  text: string,
): Promise<AddressSuggestions> {
  const [known, outcome] = await Promise.all([
    findKnownAddresses(db.forAccount(accountId), accountId, { text, limit: maxSuggestions }),
    text.length < minGeocodedLength ? null : geocoder.forward(text),
  ]);
  const geocoded =
    outcome?.kind === 'found'
      ? [{ address: addressLine(outcome.place), source: 'found' as const }]
      : outcome?.kind === 'not_found'
        ? outcome.suggestions.map((address) => ({ address, source: 'similar' as const }))
        : [];
  const all = [...known.map((address) => ({ address, source: 'known' as const })), ...geocoded];
  const distinct = all.filter(
    ({ address }, index) =>
      all.findIndex((other) => other.address.toLowerCase() === address.toLowerCase()) === index,
  );
  const isRefused = outcome?.kind === 'not_found' || outcome?.kind === 'outside';
  return { data: distinct.slice(0, maxSuggestions), reason: isRefused ? outcome.reason : null };
}

function addressLine({ name, address2, address }: Place): string {
  const region = [address.region, address.postalCode].filter(Boolean).join(' ');
  const parts = [name, address2, name === address.locality ? null : address.locality, region];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}
