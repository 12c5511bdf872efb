// Default service area of a new installation: the United States as generous bounding boxes. The geocoder decides on
// which side of a border an address is; the boxes only exclude other continents.
import { PRODUCTS } from '../dispatch/product.ts';
import { DEFAULT_HOURS } from '../time/opening-hours.ts';
import type { PolygonRings } from './coverage.ts';
import { DEFAULT_OFFER, type ServiceArea } from './service-area.ts';

function box(west: number, south: number, east: number, north: number): PolygonRings {
  const ring: PolygonRings[number] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return [ring];
}

export const DEFAULT_SERVICE_AREA: ServiceArea = {
  slug: 'united-states',
  name: 'United States',
  coverage: {
    type: 'MultiPolygon',
    coordinates: [
      box(-125, 24.3, -66.8, 49.5), // contiguous states
      box(-180, 51, -129.9, 71.6), // Alaska, east of the antimeridian
      box(172, 51, 180, 53.5), // westernmost Aleutians
      box(-178.5, 18.8, -154.7, 28.6), // Hawaii
      box(-68, 17.6, -64.5, 18.6), // Puerto Rico and the Virgin Islands
      box(144.5, 13.1, 146.2, 20.7), // Guam and the Northern Marianas
      box(-171.2, -14.7, -168, -10.9), // American Samoa
    ],
  },
  priority: 0,
  timeZone: null,
  hours: DEFAULT_HOURS,
  // A new installation has no crews: automatic dispatch would reject every on-demand booking.
  dispatch: 'manual',
  products: Object.fromEntries(PRODUCTS.map((product) => [product, DEFAULT_OFFER])),
};
