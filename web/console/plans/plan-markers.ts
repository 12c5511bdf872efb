// Markers and lines of the map of a plan: the jobs of each crew in order, as they are now or as the plan proposes them.
import { crewHues, initialsOf } from '../../ui/map/crew-colours.ts';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import type { MapRoute } from '../../ui/map/route-line.tsx';
import type { Point } from '../../ui/map-projection.ts';
import type { PlanMap, PlanResult } from '../api.ts';

export type MapSide = 'before' | 'after';

interface RouteJob {
  readonly id: string;
  readonly hid: string;
  readonly startsAt: string;
}

export interface CrewRoute {
  readonly crewId: string;
  readonly name: string;
  readonly jobs: readonly RouteJob[];
}

/** Jobs per crew in the order of the day. */
export function routesOf({ crews, unserved }: PlanResult, side: MapSide): CrewRoute[] {
  const byCrew = new Map<string, RouteJob[]>(crews.map(({ crew_id }) => [crew_id, []]));
  const add = (crewId: string | undefined, job: RouteJob) => byCrew.get(crewId ?? '')?.push(job);
  for (const { crew_id, jobs } of crews)
    for (const { booking_id: id, hid, status, starts_at, previous } of jobs) {
      const isHere = side === 'after' || status !== 'planned';
      if (isHere) add(crew_id, { id, hid, startsAt: starts_at });
      else if (previous) add(previous.crew_id, { id, hid, startsAt: previous.starts_at });
    }
  if (side === 'before')
    for (const { booking_id: id, hid, previous } of unserved)
      if (previous) add(previous.crew_id, { id, hid, startsAt: previous.starts_at });
  return crews.map(({ crew_id, name }) => ({
    crewId: crew_id,
    name,
    jobs: (byCrew.get(crew_id) ?? []).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
  }));
}

/** Bookings that no crew has on this side. */
function openJobs(result: PlanResult, side: MapSide): { readonly id: string; readonly hid: string }[] {
  const unserved = result.unserved.filter(({ previous }) => side === 'after' || previous === null);
  const planned = result.crews.flatMap(({ jobs }) => jobs);
  const waiting =
    side === 'after' ? [] : planned.filter(({ status, previous }) => status === 'planned' && !previous);
  return [...unserved, ...waiting].map(({ booking_id: id, hid }) => ({ id, hid }));
}

export interface PlanDrawing {
  readonly markers: readonly MapMarker[];
  readonly routes: readonly MapRoute[];
  /** Crews with jobs on the map, for its key. */
  readonly crews: readonly { readonly crewId: string; readonly name: string; readonly hue: number }[];
}

/** With a crew chosen, all its stops and only its line; otherwise where each job begins, and the lines of all crews. */
export function drawPlan(
  result: PlanResult,
  places: PlanMap,
  { side, chosen }: { readonly side: MapSide; readonly chosen: string | null },
): PlanDrawing {
  const stopsOf = new Map<string, readonly Point[]>(
    places.bookings.map((each) => [each.booking_id, each.stops]),
  );
  const locations = new Map(places.crews.map(({ crew_id, location }) => [crew_id, location]));
  const hues = crewHues(result.crews.map(({ crew_id }) => crew_id));
  const shown = routesOf(result, side).filter(({ crewId }) => chosen === null || crewId === chosen);
  const routes = shown.map(({ crewId, jobs }): MapRoute => {
    const start = locations.get(crewId);
    return {
      id: crewId,
      points: [...(start ? [start] : []), ...jobs.flatMap(({ id }) => stopsOf.get(id) ?? [])],
      isEstimate: true,
      look: chosen === null ? 'quiet' : 'ahead',
      hue: hues.get(crewId) ?? 0,
    };
  });
  const ofCrews = shown.flatMap((route) =>
    crewMarkers(route, stopsOf, hues.get(route.crewId) ?? 0, chosen !== null),
  );
  const open = chosen === null ? openJobs(result, side) : [];
  const ofOpen = open.flatMap(({ id, hid }): MapMarker[] => {
    const point = stopsOf.get(id)?.[0];
    if (!point) return [];
    const words = `${hid}, no crew`;
    return [
      {
        id: `open ${id}`,
        subject: id,
        point,
        kind: 'job',
        text: '!',
        name: hid,
        description: words,
        look: 'open',
        hue: null,
      },
    ];
  });
  const crews = shown
    .filter(({ jobs }) => jobs.length > 0)
    .map(({ crewId, name }) => ({ crewId, name, hue: hues.get(crewId) ?? 0 }));
  return {
    markers: [...ofCrews, ...ofOpen],
    routes: routes.filter(({ points }) => points.length > 1),
    crews,
  };
}

function crewMarkers(
  { crewId, name, jobs }: CrewRoute,
  stopsOf: ReadonlyMap<string, readonly Point[]>,
  hue: number,
  isChosen: boolean,
): MapMarker[] {
  return jobs.flatMap(({ id, hid }, nth) =>
    (stopsOf.get(id) ?? []).slice(0, isChosen ? undefined : 1).map(
      (point, stop): MapMarker => ({
        id: `${crewId} ${id} ${stop}`,
        subject: id,
        point,
        kind: 'stop',
        text: isChosen ? `${nth + 1}` : initialsOf(name),
        name: isChosen && stop === 0 ? hid : '',
        description: `Job ${nth + 1} of ${name}, ${hid}, stop ${stop + 1}`,
        look: isChosen && stop === 0 ? 'current' : 'open',
        hue,
      }),
    ),
  );
}
