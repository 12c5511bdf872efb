import { describe, expect, it } from 'vitest';
import type { Coverage, Position } from './coverage.ts';
import { DEFAULT_SERVICE_AREA } from './default-service-area.ts';
import { findServiceArea, type ServiceArea, zoneFor } from './service-area.ts';

const square = (side: number): Coverage => ({
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
      [0, 0],
    ],
  ],
});
const area = (slug: string, coverage: Coverage, priority = 0): ServiceArea => ({
  ...DEFAULT_SERVICE_AREA,
  slug,
  coverage,
  priority,
});

describe('finding the service area of a point', () => {
  const everywhere = area('everywhere', 'everywhere');
  const country = area('country', square(40));
  const city = area('city', square(5));

  it('prefers the smallest area that contains the point, in any order of the list', () => {
    for (const areas of [
      [everywhere, country, city],
      [city, country, everywhere],
    ]) {
      expect(findServiceArea(areas, [1, 1])?.slug).toBe('city');
      expect(findServiceArea(areas, [20, 20])?.slug).toBe('country');
      expect(findServiceArea(areas, [60, 60])?.slug).toBe('everywhere');
    }
  });

  it('prefers a higher priority over a smaller area', () => {
    expect(findServiceArea([city, area('special', 'everywhere', 1)], [1, 1])?.slug).toBe('special');
  });

  it('breaks ties by slug, so that all processes agree', () => {
    const twins = [area('b', square(5)), area('a', square(5))];
    expect(findServiceArea(twins, [1, 1])?.slug).toBe('a');
    expect(findServiceArea(twins.toReversed(), [1, 1])?.slug).toBe('a');
  });

  it('returns null outside all areas', () => {
    expect(findServiceArea([city], [6, 6])).toBeNull();
  });
});

describe('the time zone of an area', () => {
  it('is that of the stop unless the area overrides it', () => {
    expect(zoneFor(DEFAULT_SERVICE_AREA, 'America/Denver')).toBe('America/Denver');
    expect(zoneFor({ ...DEFAULT_SERVICE_AREA, timeZone: 'America/Chicago' }, 'America/Denver')).toBe(
      'America/Chicago',
    );
  });
});

describe('the default area', () => {
  const served: [string, Position][] = [
    ['San Francisco', [-122.42, 37.77]],
    ['Key West', [-81.78, 24.55]],
    ['Eastport, Maine', [-66.99, 44.91]],
    ['Northwest Angle, Minnesota', [-95.15, 49.35]],
    ['Anchorage', [-149.9, 61.22]],
    ['Attu, Alaska', [172.9, 52.9]],
    ['Honolulu', [-157.86, 21.31]],
    ['San Juan', [-66.11, 18.47]],
    ['Hagåtña, Guam', [144.75, 13.47]],
    ['Pago Pago', [-170.7, -14.28]],
  ];
  it.each(served)('serves %s', (_place, point) => {
    expect(findServiceArea([DEFAULT_SERVICE_AREA], point)).toBe(DEFAULT_SERVICE_AREA);
  });

  const foreign: [string, Position][] = [
    ['London', [-0.13, 51.51]],
    ['Mexico City', [-99.13, 19.43]],
    ['Tokyo', [139.69, 35.68]],
    ['the middle of the Pacific', [-140, 10]],
  ];
  it.each(foreign)('does not serve %s', (_place, point) => {
    expect(findServiceArea([DEFAULT_SERVICE_AREA], point)).toBeNull();
  });
});
