// The stops that a crew has ahead, in the order in which it drives to them.
import type { MapCrew, MapJob } from '../api.ts';
import { currentJob } from './crew-status.ts';

type Stop = MapJob['stops'][number];

export interface Visit extends Stop {
  /** 1 is the next stop of the crew. */
  readonly number: number;
  readonly job: MapJob;
  /** Number of the stop on the route of its booking. */
  readonly stopNumber: number;
}

/** Visits at one address have one marker. */
export interface VisitedPlace extends Stop {
  readonly visits: readonly Visit[];
}

export const stopsAhead = ({ stops, position }: MapJob) =>
  stops.map((stop, index) => ({ ...stop, number: index + 1 })).slice(position);

/** The job in progress first, then the others by their time. */
export function jobsInOrder(crew: MapCrew): readonly MapJob[] {
  const current = currentJob(crew);
  return current ? [current, ...crew.jobs.filter((job) => job !== current)] : [];
}

export function visitsAhead(crew: MapCrew): readonly Visit[] {
  return jobsInOrder(crew)
    .flatMap((job) => stopsAhead(job).map(({ number, ...stop }) => ({ ...stop, job, stopNumber: number })))
    .map((visit, index) => ({ ...visit, number: index + 1 }));
}

export function visitedPlaces(visits: readonly Visit[]): readonly VisitedPlace[] {
  const places = new Map<string, Visit[]>();
  for (const visit of visits) {
    const key = visit.point.join(' ');
    places.set(key, [...(places.get(key) ?? []), visit]);
  }
  return [...places.values()].flatMap((together) => {
    const [first] = together;
    return first ? [{ name: first.name, point: first.point, visits: together }] : [];
  });
}
