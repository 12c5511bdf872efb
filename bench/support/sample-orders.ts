// Sample bookings: two stops given by location ids, so that no address is geocoded, and windows spread over 600 hours,
// so that capacity rows are not contended.
import { sevenStops } from '../../test/support/seven-stops.ts';
import type { Partner } from './bench-environment.ts';

export const windowHours = 600;

export interface SampleOrders {
  /** Start of the first window. */
  readonly firstWindow: Date;
  readonly locationIds: readonly string[];
  /** One per hour. */
  readonly bodies: readonly object[];
}

export async function sampleOrders(partner: Partner): Promise<SampleOrders> {
  const quote = JSON.parse(
    await partner.post('/quotes', { stops: sevenStops.slice(0, 2), product: 'van' }, 201),
  );
  const locationIds: string[] = quote.route.map(({ location }: { location: { id: string } }) => location.id);
  const hourMs = 3_600_000;
  const firstWindow = new Date((Math.floor(Date.now() / hourMs) + 24) * hourMs);
  const bodies = Array.from({ length: windowHours }, (_, hour) => ({
    stops: locationIds.map((location) => ({ location, instructions: 'Ring twice' })),
    product: 'van',
    arrival_window_from: new Date(firstWindow.getTime() + hour * hourMs).toISOString(),
    description: 'A sofa, wrapped',
    order_number: `SO-${hour}`,
    tip: 500,
    customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
    metadata: { cart: 'c_889' },
  }));
  return { firstWindow, locationIds, bodies };
}
