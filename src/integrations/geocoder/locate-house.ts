// Finds a house among the known numbers of a street: exact, or between its neighbours on the same side.
import { metersBetween } from '../osm/map-grid.ts';
import type { IndexedHouse } from './street-index.ts';
import type { Point } from './us-places.ts';

export interface HouseFix extends Point {
  readonly precision: 'exact' | 'interpolated' | 'near';
  readonly postcode: string | null;
  /** For `near`: how far the house may be from the point. */
  readonly radiusMiles: number;
}

/** Numbers further apart are in different blocks. */
export const MAX_NUMBERS_APART = 100;
const MAX_METERS_APART = 400;
/** A US block has 100 numbers and is about a tenth of a mile long. */
const MILES_PER_NUMBER = 0.1 / 100;

/** `houses` of one street. `undefined` if no known number is near. */
export function locateHouse(
  houses: readonly IndexedHouse[],
  { number, label }: Pick<IndexedHouse, 'number' | 'label'>,
): HouseFix | undefined {
  const exact = houses.find((house) => house.label === label);
  if (exact) return fixAt(exact, exact, 'exact');
  if (number === null) return undefined;
  // 12 is on the lot of 12A, or 12A in the house 12.
  const same = houses.find((house) => house.number === number);
  if (same) return fixAt(same, same, 'interpolated');
  const numbered = houses.flatMap((house) =>
    house.number === null ? [] : [{ house, number: house.number }],
  );
  const below = numbered.find((each) => each.number < number);
  const above = numbered.find((each) => each.number > number);
  if (below && above && above.number - below.number <= MAX_NUMBERS_APART) {
    const [from, to] = [below.house, above.house];
    if (metersBetween(from, to) <= MAX_METERS_APART) {
      const share = (number - below.number) / (above.number - below.number);
      const point = {
        longitude: from.longitude + (to.longitude - from.longitude) * share,
        latitude: from.latitude + (to.latitude - from.latitude) * share,
      };
      return fixAt(point, from.postcode === to.postcode ? from : null, 'interpolated');
    }
  }
  const distance = (each: { number: number }) => Math.abs(each.number - number);
  const [nearest] = [below, above]
    .flatMap((each) => each ?? [])
    .toSorted((a, b) => distance(a) - distance(b));
  if (!nearest || distance(nearest) > MAX_NUMBERS_APART) return undefined;
  const radiusMiles = Math.max(0.05, distance(nearest) * MILES_PER_NUMBER);
  return { ...fixAt(nearest.house, null, 'near'), radiusMiles };
}

function fixAt(
  { longitude, latitude }: Point,
  known: IndexedHouse | null,
  precision: HouseFix['precision'],
): HouseFix {
  return { longitude, latitude, precision, postcode: known?.postcode ?? null, radiusMiles: 0 };
}
