// Questions about place names: how far a name is from a point, which names resemble a misspelling.
import { distance } from 'geokdbush';
import { editDistance } from '../../lib/edit-distance.ts';
import { foldPlaceName } from './fold-place-name.ts';
import type { NamedPlace, Point, UsPlaces } from './us-places.ts';

export function placeNamed(places: UsPlaces, state: string, name: string): NamedPlace | undefined {
  return places.byState.get(state)?.get(foldPlaceName(name));
}

export function kmBetween(a: Point, b: Point): number {
  return distance(a.longitude, a.latitude, b.longitude, b.latitude);
}

/** Distance from the nearest point that goes by this name. */
export function kmFrom(place: NamedPlace, point: Point): number {
  return Math.min(...[...place.zips, ...place.localities].map((one) => kmBetween(one, point)));
}

/** How many slips still count as the same name: none in three letters, one up to six, two beyond. */
function slipsAllowed(folded: string): number {
  if (folded.length <= 3) return 0;
  return folded.length <= 6 ? 1 : 2;
}

export function resembles(said: string, name: string): boolean {
  const folded = foldPlaceName(said);
  const allowed = slipsAllowed(folded);
  return editDistance(folded, foldPlaceName(name), allowed) <= allowed;
}

interface Lookalike {
  readonly place: NamedPlace;
  readonly slips: number;
}

/** The places of a state whose name these words may misspell, the closest first, then the largest. */
export function placesResembling(places: UsPlaces, state: string, said: string): readonly Lookalike[] {
  const folded = foldPlaceName(said);
  const allowed = slipsAllowed(folded);
  const close: Lookalike[] = [];
  for (const [name, place] of places.byState.get(state) ?? []) {
    const slips = editDistance(folded, name, allowed);
    if (slips <= allowed) close.push({ place, slips });
  }
  return close.sort((a, b) => a.slips - b.slips || b.place.zips.length - a.place.zips.length);
}

/** The same name in other states, the largest first. */
export function namesakes(places: UsPlaces, said: string): readonly NamedPlace[] {
  const folded = foldPlaceName(said);
  return [...places.byState.values()]
    .flatMap((names) => names.get(folded) ?? [])
    .sort((a, b) => b.zips.length - a.zips.length);
}

export function label(place: { readonly name: string; readonly state: string }): string {
  return `${place.name}, ${place.state}`;
}
