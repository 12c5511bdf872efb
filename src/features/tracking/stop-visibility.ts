// How closely the holder of a link may look at each stop. Only one's own stops are shown to the door; the booking's own link
// goes as far as the street, and what belongs to somebody else is a town.
import type { Contact } from '../../domain/contacts.ts';
import type { Location, RouteStop } from '../../domain/route.ts';
import type { Point } from './tracking-wire.ts';

export type Closeness = 'door' | 'street' | 'town';

/** A hundred metres, and a kilometre. */
const decimals: Readonly<Record<Closeness, number>> = { door: 6, street: 3, town: 2 };

/**
 * A contact of every stop has those as its own that no other contact was named for: a buyer's link does not show which
 * door the seller lives behind.
 */
export function closenessOf(
  stop: Pick<RouteStop, 'id'>,
  viewer: Contact | null,
  contacts: readonly Contact[],
): Closeness {
  if (viewer === null) return 'street';
  const isNamedFor = ({ stopIds }: Contact) => stopIds?.includes(stop.id) === true;
  const isOwn = viewer.stopIds === null ? !contacts.some(isNamedFor) : isNamedFor(viewer);
  return isOwn ? 'door' : 'town';
}

export function placeOf(location: Location, closeness: Closeness): string {
  const { locality, region } = location.address;
  const line = lineOf(location, closeness);
  return [...(line === null || line === locality ? [] : [line]), locality, region].filter(Boolean).join(', ');
}

function lineOf({ name, address, locationType }: Location, closeness: Closeness): string | null {
  if (closeness === 'door') return name;
  if (closeness === 'town') return null;
  // Shops and stations are no homes: they go by their names.
  if (locationType === 'establishment' || locationType === 'point_of_interest') return name;
  return address.street ?? null;
}

export function pointOf(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  closeness: Closeness,
): Point {
  const rounded = (degrees: number) => Number(degrees.toFixed(decimals[closeness]));
  return [rounded(longitude), rounded(latitude)];
}
