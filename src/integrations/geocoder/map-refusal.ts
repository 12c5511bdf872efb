// Refusals of addresses that a map region contradicts, with the streets that may be meant as suggestions.
import { metersFromBounds } from '../osm/map-grid.ts';
import { impossibleNumber } from './address-refusals.ts';
import type { HouseSearch } from './find-house.ts';
import { type GeocodeOutcome, notFound } from './geocoder.ts';
import type { MapSearch } from './map-search.ts';
import type { AddressMatch } from './match-address.ts';
import { agreementOf } from './street-agreement.ts';
import { basesFor, parseStreetName } from './street-name.ts';

type SuggestedStreets = Extract<HouseSearch, { readonly kind: 'suggested' }>;

/** The map knows the area, but not the street, or several houses that may be meant. */
export function mapRefusal(
  { line, locality, region, postalCode }: AddressMatch,
  { reason, streets }: SuggestedStreets,
): GeocodeOutcome {
  const end = endOf({ locality, region, postalCode });
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

const MAX_NUMBERS = 3;

/** Suggests numbers of the street: the lowest instead of 0, the highest instead of one with too many digits. */
export async function refuseNumber(
  { index, area, centre, radiusMeters }: MapSearch,
  match: AddressMatch,
  number: string,
): Promise<GeocodeOutcome> {
  const requested = parseStreetName(match.line.street ?? '');
  if (!requested) return impossibleNumber(number);
  const bases = basesFor(requested);
  const [nearest] = (await index.streetsNamed(area, bases))
    .filter((street) => agreementOf(requested, street, bases) !== 'guess')
    .map((street) => ({ street, meters: metersFromBounds(centre, street.bounds) }))
    .filter(({ meters }) => meters <= radiusMeters)
    .toSorted((a, b) => a.meters - b.meters || a.street.streetId - b.street.streetId);
  if (!nearest) return impossibleNumber(number);
  const end = Number(number) > 0 ? 'highest' : 'lowest';
  const numbers = await index.numbersAtEnd(nearest.street, end, MAX_NUMBERS);
  return impossibleNumber(
    number,
    numbers.map((known) => `${known} ${nearest.street.name}, ${endOf(match)}`),
  );
}

function endOf({
  locality,
  region,
  postalCode,
}: Pick<AddressMatch, 'locality' | 'region' | 'postalCode'>): string {
  return [`${locality}, ${region}`, postalCode].filter(Boolean).join(' ');
}
