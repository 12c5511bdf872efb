import { describe, expect, it } from 'vitest';
import type { Point } from '../tracking/api.generated.ts';
import { cameraFitting, projectionOf } from './map/camera.ts';
import { milesBetween, scaleBar, visibleTiles } from './map-projection.ts';

const size = { width: 400, height: 300 };
const margin = { x: 40, y: 40 };
const fitted = (points: readonly Point[], within: typeof size, edge: typeof margin) =>
  projectionOf(cameraFitting(points, within, edge), within);
const manhattan: Point = [-73.985, 40.748];
const brooklyn: Point = [-73.99, 40.703];

describe('the map projection', () => {
  it('fits all points within the margin, north up and west left', () => {
    const { spot } = fitted([manhattan, brooklyn], size, margin);
    const [north, south] = [spot(manhattan), spot(brooklyn)];
    expect(north.y).toBeCloseTo(40, 0);
    expect(south.y).toBeCloseTo(260, 0);
    expect(south.x).toBeLessThan(north.x);
  });

  it('limits the zoom around a single point', () => {
    const projection = fitted([manhattan, manhattan], size, margin);
    expect(projection.zoom).toBe(16);
    expect(projection.spot(manhattan)).toEqual({ x: expect.closeTo(200, 3), y: expect.closeTo(150, 3) });
  });

  it('has a scale that matches the distances', () => {
    const { spot, milesPerPixel } = fitted([manhattan, brooklyn], size, margin);
    const [from, to] = [spot(manhattan), spot(brooklyn)];
    const drawn = Math.hypot(from.x - to.x, from.y - to.y) * milesPerPixel;
    expect(drawn).toBeCloseTo(milesBetween(manhattan, brooklyn), 1);
    const { miles, pixels } = scaleBar(milesPerPixel, 96);
    expect(pixels).toBeLessThanOrEqual(96);
    expect(pixels * milesPerPixel).toBeCloseTo(miles, 6);
  });

  it('covers the map with tiles without gaps', () => {
    const tiles = visibleTiles(
      fitted([manhattan, brooklyn], size, margin),
      size,
      'https://t.example/{z}/{x}/{y}.png',
    );
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0);
    expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ x, side }) => x + side))).toBeGreaterThanOrEqual(size.width);
    expect(Math.max(...tiles.map(({ y, side }) => y + side))).toBeGreaterThanOrEqual(size.height);
    for (const { url } of tiles) expect(url).toMatch(/^https:\/\/t\.example\/\d+\/\d+\/\d+\.png$/);
    expect(new Set(tiles.map(({ url }) => url)).size).toBe(tiles.length);
  });
});

it('the scale names a distance that one decimal can say', () => {
  for (let zoom = 10; zoom < 20; zoom += 0.25) {
    const { miles } = scaleBar(97.27 / 2 ** zoom, 96);
    expect(Number(miles.toFixed(1))).toBe(miles);
  }
});
