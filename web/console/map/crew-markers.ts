// Markers and lines of the live map. Each crew has a colour and initials; the stops of its jobs have the same colour.
import { crewHues, initialsOf } from '../../ui/map/crew-colours.ts';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import type { MapRoute } from '../../ui/map/route-line.tsx';
import type { Point } from '../../ui/map-projection.ts';
import type { MapCrew, MapJob } from '../api.ts';
import { currentJob, formatSeen, isStale } from './crew-status.ts';

const stopsAhead = ({ stops, position }: MapJob) =>
  stops.map((stop, index) => ({ ...stop, number: index + 1 })).slice(position);

/** Ids begin with the id of the crew. */
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
      point: crew.location,
      kind: 'crew',
      text: initialsOf(crew.name),
      name: label,
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
    return shown.map(({ name, point, number }) => ({
      id: `${crew.id} ${job.id} ${number}`,
      point,
      kind: 'stop' as const,
      // Several crews have a second stop: initials say whose it is.
      text: isChosen ? `${number}` : initialsOf(crew.name),
      name: isChosen ? name : '',
      description: `Stop ${number} of ${job.hid}, ${crew.name}: ${name}`,
      look: isChosen && job === current ? ('current' as const) : ('open' as const),
      hue,
      isChosen: false,
    }));
  });
}

export function crewRoutes(crews: readonly MapCrew[], chosen: string | null): readonly MapRoute[] {
  const hues = crewHues(crews.map(({ id }) => id));
  return crews.flatMap((crew) => {
    const current = currentJob(crew);
    const isChosen = crew.id === chosen;
    const jobs = isChosen ? crew.jobs : current ? [current] : [];
    return jobs.map((job): MapRoute => {
      const start: readonly Point[] = job === current && crew.location ? [crew.location] : [];
      return {
        id: `${crew.id} ${job.id}`,
        points: [...start, ...stopsAhead(job).map(({ point }) => point)],
        isEstimate: true,
        look: isChosen && job === current ? 'ahead' : 'quiet',
        hue: hues.get(crew.id) ?? 0,
      };
    });
  });
}
