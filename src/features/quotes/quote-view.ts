// Renders quotes and fares to the wire format.
import type { Adjustment } from '../../domain/money/adjustment.ts';
import type { Fare } from '../../domain/money/fare.ts';
import type { Addon, FareStructure } from '../../domain/money/price-book.ts';
import type { Quote } from '../../domain/money/quote.ts';
import { destinationOf, originOf, type RouteStop } from '../../domain/place/route.ts';
import { presentRoute } from '../locations/location-view.ts';

export function presentQuote(quote: Quote<RouteStop>) {
  const createdAt = new Date(quote.createdAtMs).toISOString();
  const route = presentRoute(quote.route);
  return {
    id: quote.id,
    origin: originOf(route).location,
    destination: destinationOf(route).location,
    route,
    travel_duration: quote.travel.minutes,
    travel_distance: quote.travel.miles,
    product: quote.product,
    fare_structure: presentStructure(quote.prices.structure),
    fare_estimate: quote.estimate.map(presentFare),
    addons: quote.addons.map(presentAddon),
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: new Date(quote.expiresAtMs).toISOString(),
  };
}

function presentStructure(structure: FareStructure) {
  return {
    base: structure.baseCents,
    per_mile: structure.perMileCents,
    included_miles: structure.includedMiles,
    per_minute_labor: structure.perMinuteLaborCents,
    per_minute_travel: structure.perMinuteTravelCents,
    per_stop: structure.perStopCents,
  };
}

export function presentFare(fare: Fare) {
  return {
    total: fare.totalCents,
    base: fare.baseCents,
    labor: fare.laborCents,
    travel_distance: fare.travelDistanceCents,
    billed_miles: fare.billedMiles,
    travel_duration: fare.travelDurationCents,
    stops: fare.stopsCents,
    adjustments: fare.adjustments.map(presentAdjustment),
  };
}

function presentAdjustment({ kind, name, amountCents, createdAtMs }: Adjustment) {
  return { kind, name, amount: amountCents, created_at: new Date(createdAtMs).toISOString() };
}

function presentAddon({ slug, name, description, amountCents }: Addon) {
  return { slug, name, description, amount: amountCents };
}
