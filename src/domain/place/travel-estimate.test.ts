// Plausibility of the travel estimate: known trips, no jumps, no legs of zero length.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { travelOf, type Waypoint } from './travel.ts';
import {
  drivingMinutes,
  estimateJourney,
  estimateTravel,
  measuredTravel,
  roadMiles,
  straightMiles,
} from './travel-estimate.ts';

const ferryBuilding: Waypoint = { latitude: 37.7955, longitude: -122.3937 };
const missionDolores: Waypoint = { latitude: 37.7644, longitude: -122.4269 };
const sanJose: Waypoint = { latitude: 37.3352, longitude: -121.8811 };
const boston: Waypoint = { latitude: 42.3601, longitude: -71.0589 };
const dallas: Waypoint = { latitude: 32.7767, longitude: -96.797 };

/** Uniform, in thousandths: the doubles of fast-check are mostly close to zero. */
const between = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((thousandths) => thousandths / 1_000);
const points: fc.Arbitrary<Waypoint> = fc.record(
  { latitude: between(-89, 89), longitude: between(-180, 180), uncertaintyMiles: between(0, 30) },
  { requiredKeys: ['latitude', 'longitude'] },
);
const miles = fc.oneof(between(0, 5), between(0, 80), between(0, 3_000));

describe('the estimate', () => {
  it('is close to reality for a trip across town, to the next city and across the country', () => {
    // By road: 3.6 mi, 48 mi and 1,765 mi; 18 min, 55 min and 26 h.
    const town = estimateTravel([ferryBuilding, missionDolores]);
    expect(town.miles).toBeCloseTo(3.7, 0);
    expect(town.minutes).toBeGreaterThan(7);
    expect(town.minutes).toBeLessThan(18);
    const city = estimateTravel([ferryBuilding, sanJose]);
    expect(Math.abs(city.miles / 48 - 1)).toBeLessThan(0.1);
    expect(Math.abs(city.minutes / 55 - 1)).toBeLessThan(0.2);
    const country = estimateTravel([boston, dallas]);
    expect(Math.abs(country.miles / 1_765 - 1)).toBeLessThan(0.1);
    expect(Math.abs(country.minutes / 60 / 26 - 1)).toBeLessThan(0.3);
  });

  it('matches the mean US commute time of the travel survey', () => {
    expect(Math.abs(drivingMinutes(12.11) / 23.32 - 1)).toBeLessThan(0.1);
  });

  it('is marked as estimated, and its total is the sum of its legs', () => {
    const travel = estimateTravel([ferryBuilding, missionDolores, sanJose]);
    expect(travel.estimated).toBe(true);
    expect(travel.legs).toHaveLength(2);
    expect(travel.miles).toBe(
      Math.round(((travel.legs[0]?.miles ?? 0) + (travel.legs[1]?.miles ?? 0)) * 100) / 100,
    );
  });

  it('is 0 between identical exact points, and the expected distance within an area', () => {
    expect(estimateTravel([ferryBuilding, ferryBuilding])).toMatchObject({ miles: 0, minutes: 0 });
    const somewhere = { ...ferryBuilding, uncertaintyMiles: 2 };
    // Two random points in a circle of 2 miles are 1.81 miles apart on average; by road 2.54.
    expect(estimateTravel([somewhere, somewhere])).toMatchObject({ miles: 2.54 });
    // From the center to a random point: 1.33 miles on average; the estimate uses 1.28.
    expect(estimateTravel([ferryBuilding, somewhere])).toMatchObject({ miles: 1.79 });
  });

  it('requires two waypoints', () => {
    expect(() => estimateTravel([ferryBuilding])).toThrow('two waypoints or more, got 1');
    expect(() => measuredTravel([ferryBuilding, sanJose], [])).toThrow('1 legs expected');
  });
});

describe('for any two places', () => {
  it('road miles and minutes never decrease with distance', () => {
    fc.assert(
      fc.property(miles, miles, (one, other) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)];
        expect(roadMiles(far)).toBeGreaterThanOrEqual(roadMiles(near));
        expect(drivingMinutes(far)).toBeGreaterThanOrEqual(drivingMinutes(near));
      }),
      { numRuns: 2_000 },
    );
  });

  it('small steps change the result by a small amount', () => {
    fc.assert(
      fc.property(miles, (from) => {
        const [roadStep, minuteStep] = [roadMiles, drivingMinutes].map(
          (curve) => curve(from + 0.001) - curve(from),
        );
        expect(roadStep).toBeGreaterThan(0);
        expect(roadStep).toBeLessThan(0.002);
        expect(minuteStep).toBeGreaterThan(0);
        expect(minuteStep).toBeLessThan(0.01);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the road is never shorter than the straight line, never twice as long, and symmetric', () => {
    fc.assert(
      fc.property(points, points, (from, to) => {
        const travel = estimateTravel([from, to]);
        expect(travel.miles).toBeGreaterThanOrEqual(straightMiles(from, to) * 1.2 - 0.01);
        expect(travel.miles).toBeLessThanOrEqual(Math.max(straightMiles(from, to), 45) * 1.4);
        expect(estimateTravel([to, from])).toEqual(travel);
        expect(estimateJourney(from, to)).toEqual({ miles: travel.miles, minutes: travel.minutes });
      }),
    );
  });

  it('the speed is realistic for a van', () => {
    fc.assert(
      fc.property(between(0.01, 3_000), (distance) => {
        const mph = (distance / drivingMinutes(distance)) * 60;
        expect(mph).toBeGreaterThanOrEqual(18 - 1e-9);
        expect(mph).toBeLessThanOrEqual(55 + 1e-9);
      }),
    );
  });
});

describe('measured travel', () => {
  const zip = { ...ferryBuilding, uncertaintyMiles: 2 };

  it('is used between distinguishable points', () => {
    const travel = measuredTravel([zip, sanJose], [{ miles: 48.123, minutes: 55.555 }]);
    expect(travel).toEqual({
      legs: [{ miles: 48.12, minutes: 55.56 }],
      miles: 48.12,
      minutes: 55.56,
      estimated: false,
    });
  });

  it('is replaced by the estimate within one area, where both ends are the same point', () => {
    const floor = estimateTravel([zip, zip]);
    expect(
      measuredTravel(
        [zip, zip, sanJose],
        [
          { miles: 0, minutes: 0 },
          { miles: 48, minutes: 55 },
        ],
      ),
    ).toEqual({
      legs: [...floor.legs, { miles: 48, minutes: 55 }],
      miles: floor.miles + 48,
      minutes: floor.minutes + 55,
      estimated: true,
    });
  });
});

describe('totals', () => {
  it('are the sum of the published legs, to the hundredth', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ miles, minutes: miles }), { minLength: 1, maxLength: 6 }), (legs) => {
        const travel = travelOf(legs, false);
        const hundredths = travel.legs.reduce((sum, leg) => sum + Math.round(leg.miles * 100), 0);
        expect(Math.round(travel.miles * 100)).toBe(hundredths);
        expect(travel.miles).toBe(hundredths / 100);
      }),
    );
  });
});
