// Map of crews, their next stops and the legs between them (SVG). Contains nothing that the list next to it does not.
import type { LiveMap, MapCrew, MapJob } from '../api.ts';
import '../../ui/map.css';
import { MapBackground, MapScale, SCALE_BAR_MAX_PIXELS } from '../../ui/map-background.tsx';
import {
  fitted,
  type Point,
  type Projection,
  type Size,
  type Spot,
  scaleBar,
} from '../../ui/map-projection.ts';
import { useSize } from '../../ui/use-size.ts';
import { currentJob, formatAge, isStale, positionAge } from './crew-status.ts';

interface CrewMapProps {
  readonly map: LiveMap;
  readonly nowMs: number;
  readonly chosen: string | null;
  readonly onChoose: (crewId: string) => void;
}

const MARGIN = { x: 72, y: 56 };
const NAME_WIDTH = 150;

export function CrewMap(props: CrewMapProps) {
  const [ref, size] = useSize();
  const pictures = props.map.map.kind === 'picture' ? props.map.map : null;
  return (
    <div
      ref={ref}
      className="relative h-[min(34rem,60dvh)] overflow-hidden rounded-xl border bg-card shadow-xs"
    >
      {size && <MapDrawing {...props} size={size} />}
      {pictures && pictures.attribution !== '' && (
        <p className="absolute right-0 bottom-0 rounded-tl-md bg-card/85 px-1.5 py-0.5 text-[0.6875rem] text-ink">
          {pictures.attribution}
        </p>
      )}
    </div>
  );
}

const stopsAhead = ({ stops, position }: MapJob) => stops.slice(position);

function MapDrawing({ map, nowMs, chosen, onChoose, size }: CrewMapProps & { readonly size: Size }) {
  const located = map.crews.filter((crew) => crew.location !== null);
  const busy = map.crews.flatMap((crew) => {
    const job = currentJob(crew);
    return job ? [{ crew, job }] : [];
  });
  const points: Point[] = [
    ...located.flatMap(({ location }) => (location ? [location] : [])),
    ...busy.flatMap(({ job }) => stopsAhead(job).map(({ point }) => point)),
  ];
  if (points.length === 0)
    return (
      <p className="grid size-full place-items-center px-6 text-center text-muted">
        No crew has reported a position yet. Crews appear here with their first position.
      </p>
    );
  const template = map.map.kind === 'picture' ? map.map.url : null;
  const projection = fitted(points, size, MARGIN);
  const spots = points.map(projection.spot);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing of buttons is no set of fields
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="absolute inset-0 size-full"
      role="group"
      aria-label="Map of crews. The list shows the same information as text."
    >
      <MapBackground projection={projection} size={size} template={template} />
      {busy.map(({ crew, job }) => (
        <RouteAhead key={crew.id} {...{ crew, job, projection }} isChosen={crew.id === chosen} />
      ))}
      {located.map((crew) => (
        <CrewMarker
          key={crew.id}
          {...{ crew, projection, size, nowMs, onChoose }}
          isChosen={crew.id === chosen}
        />
      ))}
      {template === null && (
        <MapScale
          {...{ projection, size, spots }}
          label={`${scaleBar(projection.milesPerPixel, SCALE_BAR_MAX_PIXELS).miles} mi`}
        />
      )}
    </svg>
  );
}

const formatPoint = ({ x, y }: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`;

interface RouteAheadProps {
  readonly crew: MapCrew;
  readonly job: MapJob;
  readonly projection: Projection;
  readonly isChosen: boolean;
}

function RouteAhead({ crew, job, projection, isChosen }: RouteAheadProps) {
  const stops = stopsAhead(job).map(({ point }) => projection.spot(point));
  const line = [...(crew.location ? [projection.spot(crew.location)] : []), ...stops];
  return (
    <g opacity={isChosen ? 1 : 0.7}>
      {line.length > 1 && (
        <path
          d={`M${line.map(formatPoint).join('L')}`}
          className={isChosen ? 'map-leg map-leg-done' : 'map-approach'}
        />
      )}
      {stops.map((spot, nth) => (
        <g key={formatPoint(spot)} transform={`translate(${formatPoint(spot)})`}>
          <circle r="10" className={isChosen ? 'map-stop map-stop-strong' : 'map-stop'} />
          <text y="4.5" className={isChosen ? 'map-letter map-letter-strong' : 'map-letter'}>
            {job.position + nth + 1}
          </text>
        </g>
      ))}
    </g>
  );
}

interface CrewMarkerProps {
  readonly crew: MapCrew;
  readonly projection: Projection;
  readonly size: Size;
  readonly nowMs: number;
  readonly isChosen: boolean;
  readonly onChoose: (crewId: string) => void;
}

function CrewMarker({ crew, projection, size, nowMs, isChosen, onChoose }: CrewMarkerProps) {
  if (!crew.location) return null;
  const { x, y } = projection.spot(crew.location);
  // The name is drawn on the side that has room for it.
  const isNameLeft = x > size.width - NAME_WIDTH && x > NAME_WIDTH;
  const stale = isStale(crew, nowMs);
  const age = formatAge(positionAge(crew, nowMs) ?? 0);
  const label = stale ? `${crew.name}, seen ${age} ago` : crew.name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button of HTML cannot stand in a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={isChosen}
      className={stale ? 'map-crew map-crew-stale cursor-pointer' : 'map-crew cursor-pointer'}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      onClick={() => onChoose(crew.id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(crew.id);
      }}
    >
      {isChosen && <circle r="17" className="map-pulse" />}
      <circle r="15" className="map-puck" />
      <path
        d="M-8-5H1.500V3.500H-8zM1.500-2.500H5L8 .500V3.500H1.500M-6 4a1.600 1.600 0 103.200 0 1.600 1.600 0 10-3.200 0M3 4a1.600 1.600 0 103.200 0 1.600 1.600 0 10-3.200 0"
        className="map-truck"
      />
      <text
        x={isNameLeft ? -20 : 20}
        y="4.500"
        className={isNameLeft ? 'map-name map-name-left' : 'map-name'}
      >
        {label}
      </text>
    </g>
  );
}
