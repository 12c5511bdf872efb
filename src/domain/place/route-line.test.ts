import { describe, expect, it } from 'vitest';
import { decodeLine, nearestPoint, simplifyLine } from './route-line.ts';

describe('encoded polylines', () => {
  it('are decoded with six decimals', () => {
    // Recorded from Valhalla 3.6.1.
    expect(decodeLine('_na_gA~cwphF_|B?')).toEqual([
      [-122.45, 37.75],
      [-122.45, 37.752],
    ]);
    expect(decodeLine('')).toEqual([]);
  });

  it.each(['_na_gA~', 'é', '_'])('are refused if they are damaged: %s', (text) => {
    expect(() => decodeLine(text)).toThrow('not an encoded polyline');
  });
});

describe('simplified lines', () => {
  it('keep the ends and the corners, with five decimals', () => {
    const line = [
      [-122.450001, 37.75],
      [-122.4485, 37.750002],
      [-122.447, 37.75],
      [-122.447, 37.752],
    ] as const;
    expect(simplifyLine(line)).toEqual([
      [-122.45, 37.75],
      [-122.447, 37.75],
      [-122.447, 37.752],
    ]);
    expect(simplifyLine([])).toEqual([]);
    expect(simplifyLine([[1.2345678, 2]])).toEqual([[1.23457, 2]]);
  });
});

describe('the nearest point of a line', () => {
  const line = [
    [-122.45, 37.75],
    [-122.44, 37.75],
    [-122.44, 37.76],
  ] as const;

  it.each([
    ['beside the first street', [-122.445, 37.7503], [-122.445, 37.75]],
    ['beside the second', [-122.4402, 37.755], [-122.44, 37.755]],
    ['beyond its end', [-122.44, 37.77], [-122.44, 37.76]],
  ] as const)('%s', (_name, [longitude, latitude], [x, y]) => {
    const nearest = nearestPoint(line, { longitude, latitude });
    expect(nearest?.point).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
  });

  it('has its distance in miles, and is null without a line', () => {
    expect(nearestPoint(line, { longitude: -122.44, latitude: 37.77 })?.miles).toBeCloseTo(0.69, 2);
    expect(nearestPoint([], { longitude: 0, latitude: 0 })).toBeNull();
  });
});
