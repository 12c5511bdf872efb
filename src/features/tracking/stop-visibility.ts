// Precision at which a link holder sees each stop. Contacts see the full address of their own stops only; the share
// link shows streets; stops of other contacts are reduced to the town.
import type { Contact } from '../../domain/booking/contacts.ts';
import type { Location, RouteStop } from '../../domain/place/route.ts';
import type { Point } from './tracking-schemas.ts';

export type StopPrecision = 'door' | 'street' | 'town';

/** Decimal places of coordinates: 3 is about 100 m, 2 is about 1 km. */
const decimals: Readonly<Record<StopPrecision, number>> = { door: 6, street: 3, town: 2 };

/**
 * A contact without selected stops owns the stops that no other contact was selected for. The link of a buyer therefore
 * does not reveal the seller's address.
 */
export function stopPrecisionOf(
  stop: Pick<RouteStop, 'id'>,
  viewer: Contact | null,
  contacts: readonly Contact[],
): StopPrecision {
  if (viewer === null) return 'street';
  const isNamedFor = ({ stopIds }: Contact) => stopIds?.includes(stop.id) === true;
  const isOwn = viewer.stopIds === null ? !contacts.some(isNamedFor) : isNamedFor(viewer);
  return isOwn ? 'door' : 'town';
}

export function placeOf(location: Location, precision: StopPrecision): string {
  const { locality, region } = location.address;
  const line = lineOf(location, precision);
  return [...(line === null || line === locality ? [] : [line]), locality, region].filter(Boolean).join(', ');
}

function lineOf({ name, address, locationType }: Location, precision: StopPrecision): string | null {
  if (precision === 'door') return name;
  if (precision === 'town') return null;
  // Businesses are shown by name, because their address is public.
  if (locationType === 'establishment' || locationType === 'point_of_interest') return name;
  return address.street ?? null;
}

export function pointOf(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  precision: StopPrecision,
): Point {
  const rounded = (degrees: number) => Number(degrees.toFixed(decimals[precision]));
  return [rounded(longitude), rounded(latitude)];
}
