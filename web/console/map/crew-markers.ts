// Markers and lines of the live map. Each crew has a colour and initials; the stops of its jobs have the same colour. Late and
// failed jobs and jobs without a crew have shapes of their own.

import { crewHues, initialsOf } from '../../ui/map/crew-colours.ts';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import { legLine, type MapRoute } from '../../ui/map/route-line.tsx';
import { snapToLine } from '../../ui/map/snap-to-line.ts';
import type { Point } from '../../ui/map-projection.ts';
import type { MapCrew, MapJob, UnassignedJob } from '../api.ts';
import { offeredTo } from '../board/board-labels.ts';
import { currentJob, formatSeen, isStale, type JobAlert, jobAlert, lateLabel } from './crew-status.ts';
import { jobsInOrder, stopsAhead, type Visit, visitedPlaces, visitsAhead } from './crew-visits.ts';

/** With a crew chosen, its stops come to the front, and other crews are pale and without their stops. */
export function crewMarkers(
  crews: readonly MapCrew[],
  nowMs: number,
  chosen: string | null,
): readonly MapMarker[] {
  const hues = crewHues(crews.map(({ id }) => id));
  return crews.flatMap((crew) => {
    const hue = hues.get(crew.id) ?? 0;
    const isChosen = crew.id === chosen;
    const stops = isChosen ? visitMarkers(crew, hue) : nextStopMarkers(crew, hue);
    const markers = [...crewMarker(crew, hue, isChosen, nowMs), ...stops];
    return chosen === null || isChosen ? markers : markers.filter(({ kind }) => kind !== 'stop').map(faded);
  });
}

const faded = (marker: MapMarker): MapMarker => ({ ...marker, emphasis: 'faded' });

function crewMarker(crew: MapCrew, hue: number, isChosen: boolean, nowMs: number): MapMarker[] {
  if (!crew.location) return [];
  const stale = isStale(crew, nowMs);
  const label = stale ? `${crew.name}, ${formatSeen(crew, nowMs).toLowerCase()}` : crew.name;
  return [
    {
      id: crew.id,
      subject: crew.id,
      point: shownPosition(crew, crew.location),
      kind: 'crew',
      text: initialsOf(crew.name),
      name: label,
      shortName: crew.name,
      description: label,
      look: stale ? 'stale' : 'open',
      hue,
      isChosen,
    },
  ];
}

/** The stops ahead of the current job, and where each later job begins. */
function nextStopMarkers(crew: MapCrew, hue: number): MapMarker[] {
  const current = currentJob(crew);
  return crew.jobs.flatMap((job) => {
    const stops = stopsAhead(job);
    const alert = jobAlert(job);
    return (job === current ? stops : stops.slice(0, 1)).map(({ name, point, number }) => {
      if (alert && number === job.position + 1) return alertMarker(crew, job, alert, { name, point });
      return {
        id: `${crew.id} ${job.id} ${number}`,
        subject: crew.id,
        point,
        kind: 'stop' as const,
        // Several crews have a second stop: initials say whose it is.
        text: initialsOf(crew.name),
        name: '',
        description: `Stop ${number} of ${job.hid}, ${crew.name}: ${name}`,
        look: 'open' as const,
        hue,
      };
    });
  });
}

/** All stops of the chosen crew, with the numbers of its list. */
function visitMarkers(crew: MapCrew, hue: number): MapMarker[] {
  const isNext = ({ number }: Visit) => number === 1;
  return visitedPlaces(visitsAhead(crew)).map(({ name, point, visits }) => {
    const alerted = visits.find(({ job, stopNumber }) => jobAlert(job) && stopNumber === job.position + 1);
    const alert = alerted && jobAlert(alerted.job);
    if (alerted && alert)
      return { ...alertMarker(crew, alerted.job, alert, { name, point }), emphasis: 'front' };
    const numbers = visits.map(({ number }) => number);
    return {
      id: `${crew.id} visit ${numbers[0]}`,
      subject: crew.id,
      point,
      kind: 'stop',
      text: numbers.length > 2 ? `${numbers[0]}…` : numbers.join('·'),
      name,
      description: visits
        .map(
          ({ number, stopNumber, job }) =>
            `${number}: stop ${stopNumber} of ${job.hid}, ${crew.name}: ${name}`,
        )
        .join('; '),
      look: visits.some(isNext) ? 'current' : 'open',
      hue,
      emphasis: 'front',
    };
  });
}

/** Takes the place of the marker of the current stop. */
function alertMarker(
  crew: MapCrew,
  { id, hid }: MapJob,
  { kind, label, reason }: JobAlert,
  { name, point }: Pick<MapJob['stops'][number], 'name' | 'point'>,
): MapMarker {
  const why = reason === null ? '' : `: ${reason}`;
  return {
    id: `${crew.id} ${id} alert`,
    subject: id,
    point,
    kind,
    text: kind === 'failed' ? '×' : '!',
    name: `${label}, ${crew.name}`,
    shortName: label,
    description: `Open booking ${hid}, ${label.toLowerCase()}${why}. ${crew.name}, ${name}`,
    look: 'open',
    hue: null,
  };
}

/** One line per leg ahead: of the current jobs, or of all jobs of the chosen crew. */
export function crewRoutes(crews: readonly MapCrew[], chosen: string | null): readonly MapRoute[] {
  const hues = crewHues(crews.map(({ id }) => id));
  return crews
    .filter(({ id }) => chosen === null || id === chosen)
    .flatMap((crew) => {
      const isChosen = crew.id === chosen;
      const jobs = jobsInOrder(crew).slice(0, isChosen ? undefined : 1);
      return jobs.flatMap((job, index) => {
        const isCurrent = index === 0;
        const before = isCurrent ? crew.location : (jobs[index - 1]?.stops.at(-1)?.point ?? null);
        return legsAhead(job, before).map(
          ({ number, ...line }): MapRoute => ({
            id: `${crew.id} ${job.id} ${number}`,
            ...line,
            look: isChosen && isCurrent ? 'ahead' : 'quiet',
            hue: hues.get(crew.id) ?? 0,
          }),
        );
      });
    });
}

type Leg = Pick<MapRoute, 'points' | 'isEstimate'> & { readonly number: number };

/** The first leg starts where the crew is or comes from, if that is known, and follows the road that the crew is on. */
function legsAhead(job: MapJob, location: Point | null): readonly Leg[] {
  return stopsAhead(job).flatMap(({ number, point }): Leg[] => {
    const [before, roads] = [job.stops[number - 2]?.point, job.geometry[number - 2]];
    const isCurrent = number === job.position + 1;
    if (!isCurrent || !location || job.progress === 'pending')
      return before ? [{ number, ...legLine(before, point, roads) }] : straight(location, point, number);
    if (job.progress !== 'driving') return [];
    return [{ number, ...legLine(location, point, roads && snapToLine(location, roads)?.ahead) }];
  });
}

function straight(from: Point | null, to: Point, number: number): Leg[] {
  return from ? [{ number, ...legLine(from, to, null) }] : [];
}

/** Phones report positions beside the road: a crew that drives is shown on the road of its leg, if that is near. */
function shownPosition(crew: MapCrew, location: Point): Point {
  const job = currentJob(crew);
  const roads = job?.progress === 'driving' ? job.geometry[job.position - 1] : null;
  return (roads && snapToLine(location, roads)?.point) ?? location;
}

/** Jobs without a crew, at their first stop. */
export function unassignedMarkers(
  jobs: readonly UnassignedJob[],
  chosen: string | null,
): readonly MapMarker[] {
  const shown = chosen === null ? (marker: MapMarker) => marker : faded;
  return jobs.flatMap(({ id, hid, window, minutes_late, offer, planned, stops: [first] }) => {
    const state = offer
      ? `offered to ${offeredTo(offer)}`
      : planned
        ? `planned: ${planned.crew_name}`
        : 'no crew';
    const label = minutes_late > 0 ? `${state}, ${lateLabel(minutes_late)}` : state;
    return first
      ? [
          shown({
            id: `job ${id}`,
            subject: id,
            point: first.point,
            kind: minutes_late > 0 ? ('late' as const) : ('job' as const),
            text: '!',
            name: `${hid}, ${label}`,
            description: `Open booking ${hid}, ${label}: ${first.name}. ${window}`,
            look: 'open' as const,
            hue: null,
          }),
        ]
      : [];
  });
}
