// The area a fresh installation serves: the United States, in generous boxes. Which side of a border an address is
// on is the geocoder's business; these boxes only keep other continents out.
import type { PolygonRings } from './coverage.ts';
import { DEFAULT_HOURS } from './opening-hours.ts';
import { PRODUCTS } from './product.ts';
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
      box(-125, 24.3, -66.8, 49.5), // the contiguous states
      box(-180, 51, -129.9, 71.6), // Alaska, east of the antimeridian
      box(172, 51, 180, 53.5), // the last of the Aleutians
      box(-178.5, 18.8, -154.7, 28.6), // Hawaii
      box(-68, 17.6, -64.5, 18.6), // Puerto Rico and the Virgin Islands
      box(144.5, 13.1, 146.2, 20.7), // Guam and the Northern Marianas
      box(-171.2, -14.7, -168, -10.9), // American Samoa
    ],
  },
  priority: 0,
  timeZone: null,
  hours: DEFAULT_HOURS,
  // Without crews on file nobody could be sent automatically, and every on-demand booking would be turned away.
  dispatch: 'manual',
  products: Object.fromEntries(PRODUCTS.map((product) => [product, DEFAULT_OFFER])),
};
