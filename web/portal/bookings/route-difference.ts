// What has changed between two routes of a booking, in words.
import type { RouteStop } from '../partner.generated.ts';
import { stopName } from './booking-labels.ts';

/** The part of a stop that is compared. */
export interface ComparedStop {
  readonly id: string;
  readonly location: Pick<RouteStop['location'], 'name'>;
}

/** "Stop added: 1 Main St", or null if the routes are equal. */
export function routeDifference(
  before: readonly ComparedStop[],
  after: readonly ComparedStop[],
): string | null {
  const added = after.filter(({ id }) => !has(before, id));
  const removed = before.filter(({ id }) => !has(after, id));
  const kept = (route: readonly ComparedStop[], other: readonly ComparedStop[]) =>
    route.flatMap(({ id }) => (has(other, id) ? [id] : [])).join();
  const isMoved = kept(before, after) !== kept(after, before);
  const parts = [
    ...added.map(({ location }) => `stop added: ${location.name}`),
    ...removed.map(({ location }) => `stop removed: ${location.name}`),
    ...(isMoved ? [`stops in a new order: ${after.map(({ location }) => location.name).join(' → ')}`] : []),
    ...after.flatMap((stop, position) => stopDifference(before, stop, stopName(position, after.length))),
  ];
  const text = parts.join('; ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function stopDifference(before: readonly ComparedStop[], stop: ComparedStop, name: string): string[] {
  const earlier = before.find(({ id }) => id === stop.id);
  if (earlier === undefined) return [];
  if (earlier.location.name !== stop.location.name)
    return [`${name.toLowerCase()} is now ${stop.location.name}`];
  // The position changes when another stop is added or moved.
  const detailsOf = (each: ComparedStop) => JSON.stringify({ ...each, position: null });
  return detailsOf(earlier) === detailsOf(stop) ? [] : [`details of the ${name.toLowerCase()} changed`];
}

function has(route: readonly ComparedStop[], wanted: string): boolean {
  return route.some(({ id }) => id === wanted);
}
