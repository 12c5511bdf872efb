// Refusals of addresses that a map region contradicts, with the streets that may be meant as suggestions.
import type { HouseSearch } from './find-house.ts';
import { type GeocodeOutcome, notFound } from './geocoder.ts';
import type { AddressMatch } from './match-address.ts';

type SuggestedStreets = Extract<HouseSearch, { readonly kind: 'suggested' }>;

/** The map knows the area, but not the street, or several houses that may be meant. */
export function mapRefusal(
  { line, locality, region, postalCode }: AddressMatch,
  { reason, streets }: SuggestedStreets,
): GeocodeOutcome {
  const end = [`${locality}, ${region}`, postalCode].filter(Boolean).join(' ');
  const suggestions = streets.map((street) => `${line.number} ${street}, ${end}`);
  return reason === 'unknown'
    ? notFound(
        `"${line.street}" is not a known street in ${end}. Correct the street, or send coordinates.`,
        suggestions,
      )
    : notFound(
        `"${line.written}" matches several places in ${end}. Add the direction (N, S, E, W), the street type or the ZIP code.`,
        suggestions,
      );
}
