// Address of a stop in one line.
import type { RouteStop } from '../partner.generated.ts';

/** The part of a stop that its address needs. */
export interface AddressedStop {
  readonly address2?: RouteStop['address2'];
  readonly location: Pick<RouteStop['location'], 'name' | 'address2' | 'address'>;
}

export function addressOf({ location, address2 }: AddressedStop): string {
  const { name, address } = location;
  const region = [address.region, address.postal_code].filter(Boolean).join(' ');
  const unit = address2 ?? location.address2;
  return [name, unit, name === address.locality ? null : address.locality, region].filter(Boolean).join(', ');
}
