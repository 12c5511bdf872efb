import { describe, expect, test } from 'vitest';
import { createZipGeocoder } from './zip-geocoder.ts';

const geocoder = createZipGeocoder();

describe('returns the nearest city and the time zone of coordinates in the United States', () => {
  test.each([
    ['San Francisco city hall', -122.4192, 37.7793, 'San Francisco', 'CA', 'America/Los_Angeles'],
    ['Hart Plaza, 700 m from Canada', -83.0435, 42.3278, 'Detroit', 'MI', 'America/Detroit'],
    ['Hoboken, across the river from Manhattan', -74.03, 40.742, 'Hoboken', 'NJ', 'America/New_York'],
    ['the Battery, at the water', -74.0163, 40.7005, 'New York', 'NY', 'America/New_York'],
    ['El Paso, at the border', -106.49, 31.76, 'El Paso', 'TX', 'America/Denver'],
    ['Point Roberts, reached through Canada', -123.06, 48.985, 'Point Roberts', 'WA', 'America/Los_Angeles'],
    ['Key West', -81.78, 24.555, 'Key West', 'FL', 'America/New_York'],
    ['Monhegan, an island too small for the outline', -69.32, 43.765, 'Monhegan', 'ME', 'America/New_York'],
    ['Anchorage', -149.9, 61.2, 'Anchorage', 'AK', 'America/Anchorage'],
    ['Nome, far from the centre of its ZIP code', -165.4, 64.5, 'Nome', 'AK', 'America/Nome'],
    ['Honolulu', -157.86, 21.31, 'Honolulu', 'HI', 'Pacific/Honolulu'],
    ['San Juan', -66.1, 18.46, 'San Juan', 'PR', 'America/Puerto_Rico'],
    ['Charlotte Amalie', -64.93, 18.34, 'St Thomas', 'VI', 'America/St_Thomas'],
    ['Guam', 144.79, 13.47, 'Barrigada', 'GU', 'Pacific/Guam'],
  ])('%s', async (_, longitude, latitude, locality, region, timeZone) => {
    const outcome = await geocoder.reverse(longitude, latitude);
    expect(outcome).toMatchObject({
      kind: 'found',
      place: { longitude, latitude, locationType: 'coordinates', address: { locality, region }, timeZone },
    });
  });

  test('does not return the nearest ZIP code as that of the point', async () => {
    const outcome = await geocoder.reverse(-122.4192, 37.7793);
    if (outcome.kind !== 'found') throw new Error('expected a place');
    expect(outcome.place.address).toEqual({ locality: 'San Francisco', region: 'CA' });
    expect(outcome.place.name).toBe('37.77930, -122.41920 (near San Francisco, CA)');
  });
});

describe('refuses coordinates elsewhere instead of moving them to the nearest US city', () => {
  test.each([
    ['Windsor, 3.7 km from Detroit', -83.03, 42.31, /outside the United States\.$/],
    ['the Windsor river front', -83.043, 42.3185, /outside the United States/],
    ['Ciudad Juárez', -106.42, 31.69, /outside the United States/],
    ['Tijuana', -117.03, 32.53, /outside the United States/],
    ['Niagara Falls, Ontario', -79.08, 43.085, /outside the United States/],
    ['Tortola, 2 km from St John', -64.62, 18.43, /outside the United States/],
    ['London', -0.12, 51.5, /outside the United States/],
    ['the middle of the Pacific', -150, 35, /outside the United States/],
    ['zero, zero', 0, 0, /outside the United States/],
    ['a boat 15 km off New Jersey', -73.8, 40.2, /off the coast/],
    ['Attu, uninhabited', 173, 52.9, /more than 25 miles from any known place/],
  ])('%s', async (_, longitude, latitude, reason) => {
    expect(await geocoder.reverse(longitude, latitude)).toEqual({
      kind: 'outside',
      reason: expect.stringMatching(reason),
    });
  });

  test.each([
    ['latitude first, out of range', 37.77, -122.4, /out of range.*swapped.*\[-122\.4, 37\.77\]/],
    ['latitude first, in Antarctica', 42.33, -83.05, /outside.*swapped.*\[-83\.05, 42\.33\]/],
    ['a west longitude without its minus', 122.4, 37.77, /outside.*negative.*\[-122\.4, 37\.77\]/],
    ['a longitude of 200', 200, 40, /out of range/],
    ['a latitude of 91', -100, 91, /out of range/],
    ['no numbers', Number.NaN, Number.POSITIVE_INFINITY, /out of range/],
    ['Toronto swapped, which is outside either way', 43.65, -79.38, /outside the United States\.$/],
  ])('%s', async (_, longitude, latitude, reason) => {
    expect(await geocoder.reverse(longitude, latitude)).toEqual({
      kind: 'outside',
      reason: expect.stringMatching(reason),
    });
  });
});
