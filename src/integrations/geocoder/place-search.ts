// Distance and fuzzy search of place names.
import { distance } from 'geokdbush';
import { editDistance } from '../../lib/edit-distance.ts';
import { normalizePlaceName } from './normalize-place-name.ts';
import type { NamedPlace, Point, UsPlaces } from './us-places.ts';

export function placeNamed(places: UsPlaces, state: string, name: string): NamedPlace | undefined {
  return places.byState.get(state)?.get(normalizePlaceName(name));
}

export function kmBetween(a: Point, b: Point): number {
  return distance(a.longitude, a.latitude, b.longitude, b.latitude);
}

/** Distance from the nearest point of this place. */
export function kmFrom(place: NamedPlace, point: Point): number {
  return Math.min(...[...place.zips, ...place.localities].map((one) => kmBetween(one, point)));
}

/** Maximum edit distance for the same name: 0 up to 3 letters, 1 up to 6, 2 beyond. */
function maxEdits(folded: string): number {
  if (folded.length <= 3) return 0;
  return folded.length <= 6 ? 1 : 2;
}

export function resembles(said: string, name: string): boolean {
  const folded = normalizePlaceName(said);
  const limit = maxEdits(folded);
  return editDistance(folded, normalizePlaceName(name), limit) <= limit;
}

interface SimilarPlace {
  readonly place: NamedPlace;
  readonly slips: number;
}

/** Places of a state whose name may be meant by these words, most similar first, then largest. */
export function placesResembling(places: UsPlaces, state: string, said: string): readonly SimilarPlace[] {
  const folded = normalizePlaceName(said);
  const limit = maxEdits(folded);
  const inState = places.byState.get(state);
  const close: SimilarPlace[] = [];
  for (const name of inState?.names() ?? []) {
    const slips = editDistance(folded, name, limit);
    const place = slips <= limit ? inState?.get(name) : undefined;
    if (place) close.push({ place, slips });
  }
  return close.sort((a, b) => a.slips - b.slips || b.place.zips.length - a.place.zips.length);
}

/** Places of this name in all states, largest first. */
export function namesakes(places: UsPlaces, said: string): readonly NamedPlace[] {
  const folded = normalizePlaceName(said);
  return [...places.byState.values()]
    .flatMap((names) => names.get(folded) ?? [])
    .sort((a, b) => b.zips.length - a.zips.length);
}

export function label(place: { readonly name: string; readonly state: string }): string {
  return `${place.name}, ${place.state}`;
}
