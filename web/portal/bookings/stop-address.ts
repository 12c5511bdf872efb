// Address of a stop in one line.
import type { RouteStop } from '../partner.generated.ts';

export function addressOf({ location, address2 }: RouteStop): string {
  const { name, address } = location;
  const region = [address.region, address.postal_code].filter(Boolean).join(' ');
  const unit = address2 ?? location.address2;
  return [name, unit, name === address.locality ? null : address.locality, region].filter(Boolean).join(', ');
}
