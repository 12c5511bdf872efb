// Markers and lines of the live map. Each crew has a colour and initials; the stops of its jobs have the same colour. Late and
// failed jobs and jobs without a crew have shapes of their own.
import { crewHues, initialsOf } from '../../ui/map/crew-colours.ts';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import { legLine, type MapRoute } from '../../ui/map/route-line.tsx';
import { snapToLine } from '../../ui/map/snap-to-line.ts';
import type { Point } from '../../ui/map-projection.ts';
import type { MapCrew, MapJob, UnassignedJob } from '../api.ts';
import { currentJob, formatSeen, isStale, type JobAlert, jobAlert, lateLabel } from './crew-status.ts';

const stopsAhead = ({ stops, position }: MapJob) =>
  stops.map((stop, index) => ({ ...stop, number: index + 1 })).slice(position);

export function crewMarkers(
  crews: readonly MapCrew[],
  nowMs: number,
  chosen: string | null,
): readonly MapMarker[] {
  const hues = crewHues(crews.map(({ id }) => id));
  return crews.flatMap((crew) => {
    const hue = hues.get(crew.id) ?? 0;
    const isChosen = crew.id === chosen;
    return [...crewMarker(crew, hue, isChosen, nowMs), ...stopMarkers(crew, hue, isChosen)];
  });
}

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
      hue: stale ? null : hue,
      isChosen,
    },
  ];
}

/** The stops ahead of the current job, and where each later job begins. With the crew chosen, all stops of all jobs. */
function stopMarkers(crew: MapCrew, hue: number, isChosen: boolean): MapMarker[] {
  const current = currentJob(crew);
  return crew.jobs.flatMap((job) => {
    const stops = stopsAhead(job);
    const shown = isChosen || job === current ? stops : stops.slice(0, 1);
    const alert = jobAlert(job);
    return shown.map(({ name, point, number }) => {
      const isAt = number === job.position + 1;
      if (alert && isAt) return { ...alertMarker(crew, job, alert, { name, point }), isChosen };
      return {
        id: `${crew.id} ${job.id} ${number}`,
        subject: crew.id,
        point,
        kind: 'stop' as const,
        // Several crews have a second stop: initials say whose it is.
        text: isChosen ? `${number}` : initialsOf(crew.name),
        name: isChosen ? name : '',
        description: `Stop ${number} of ${job.hid}, ${crew.name}: ${name}`,
        look: isChosen && job === current ? ('current' as const) : ('open' as const),
        hue,
        isChosen: false,
      };
    });
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

/** One line per leg ahead: of the current job, and with the crew chosen, of all jobs. */
export function crewRoutes(crews: readonly MapCrew[], chosen: string | null): readonly MapRoute[] {
  const hues = crewHues(crews.map(({ id }) => id));
  return crews.flatMap((crew) => {
    const current = currentJob(crew);
    const isChosen = crew.id === chosen;
    const jobs = isChosen ? crew.jobs : current ? [current] : [];
    return jobs.flatMap((job) =>
      legsAhead(job, job === current ? crew.location : null).map(
        ({ number, ...line }): MapRoute => ({
          id: `${crew.id} ${job.id} ${number}`,
          ...line,
          look: isChosen && job === current ? 'ahead' : 'quiet',
          hue: hues.get(crew.id) ?? 0,
        }),
      ),
    );
  });
}

type Leg = Pick<MapRoute, 'points' | 'isEstimate'> & { readonly number: number };

/** The first leg starts at the crew, if its position is given, and follows the road that the crew is on. */
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
export function unassignedMarkers(jobs: readonly UnassignedJob[]): readonly MapMarker[] {
  return jobs.flatMap(({ id, hid, window, minutes_late, stops: [first] }) => {
    const label = minutes_late > 0 ? `no crew, ${lateLabel(minutes_late)}` : 'no crew';
    return first
      ? [
          {
            id: `job ${id}`,
            subject: id,
            point: first.point,
            kind: minutes_late > 0 ? ('late' as const) : ('job' as const),
            text: '!',
            name: `${hid}, ${label}`,
            description: `Open booking ${hid}, ${label}: ${first.name}. ${window}`,
            look: 'open' as const,
            hue: null,
          },
        ]
      : [];
  });
}
