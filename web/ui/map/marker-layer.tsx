// Markers of a map: stops, crews, jobs without a crew, and clusters. Markers that can be activated are buttons, in the order of the list.
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Projection } from '../map-projection.ts';
import type { MapTexts } from './map-frame.tsx';
import {
  isAlert,
  isFaded,
  MARKER_RADIUS,
  type MapMarker,
  type MarkerCluster,
  type MarkerLayout,
  type PlacedMarker,
  type PlacedName,
} from './marker-layout.ts';

interface MarkerLayerProps {
  readonly layout: MarkerLayout;
  readonly projection: Projection;
  readonly texts: MapTexts;
  /** undefined: markers are no buttons. */
  readonly onActivate?: ((marker: MapMarker) => void) | undefined;
  readonly onOpen: (cluster: MarkerCluster) => void;
}

export function MarkerLayer({ layout, projection, texts, onActivate, onOpen }: MarkerLayerProps) {
  // Crews glide to a new position, but not when the map is moved below them.
  const before = useRef(projection);
  const isMapStill = before.current === projection;
  useEffect(() => {
    before.current = projection;
  }, [projection]);
  return (
    <>
      {layout.clusters.map((cluster) => (
        <Cluster key={cluster.id} {...{ cluster, texts, onOpen }} />
      ))}
      {layout.placed.map((placed) => (
        <Marker key={placed.marker.id} {...{ placed, onActivate }} glides={isMapStill} />
      ))}
    </>
  );
}

interface MarkerProps {
  readonly placed: PlacedMarker;
  readonly onActivate: ((marker: MapMarker) => void) | undefined;
  readonly glides: boolean;
}

function Marker({ placed, onActivate, glides }: MarkerProps) {
  const { marker, spot, name, origin } = placed;
  const { id, kind, text, look, hue, isChosen = false } = marker;
  const classes = [
    'map-marker',
    `map-marker-${kind}`,
    `map-marker-${look}`,
    ...(hue === null ? [] : [`map-hue-${hue}`]),
    ...(isChosen ? ['map-marker-chosen'] : []),
    ...(isFaded(marker) ? ['map-marker-faded'] : []),
    ...(glides && kind === 'crew' ? ['map-marker-glides'] : []),
  ];
  const button = onActivate && {
    role: 'button',
    tabIndex: 0,
    'aria-label': marker.description,
    // Jobs are opened, not chosen.
    'aria-pressed': kind === 'job' || isAlert(marker) ? undefined : isChosen,
    onClick: () => onActivate(marker),
    onKeyDown: onKeys(() => onActivate(marker)),
  };
  return (
    <>
      {origin && <path d={`M${origin.x} ${origin.y}L${spot.x} ${spot.y}`} className="map-fan" />}
      <g
        data-marker={id}
        className={classes.join(' ')}
        style={{ transform: `translate(${spot.x}px, ${spot.y}px)` }}
      >
        <g {...(button ?? { 'aria-hidden': true })}>
          {(isChosen || look === 'current') && <circle r={MARKER_RADIUS + 3} className="map-pulse" />}
          <Shape kind={kind} />
        </g>
        <g aria-hidden className="pointer-events-none">
          {text === '' ? <Vehicle /> : <Text {...{ look, text }} y={kind === 'late' ? 9 : 4.5} />}
          {name && <Name name={name} />}
        </g>
      </g>
    </>
  );
}

function Name({ name: { x, y, anchor, text } }: { readonly name: PlacedName }) {
  return (
    <text x={x} y={y + 4.5} textAnchor={anchor} className="map-name">
      {text}
    </text>
  );
}

function Shape({ kind }: Pick<PlacedMarker['marker'], 'kind'>) {
  if (kind === 'stop') return <circle r={MARKER_RADIUS - 1} className="map-shape" />;
  if (kind === 'job') return <path d="M0-16L16 0L0 16L-16 0Z" className="map-shape" />;
  if (kind === 'late') return <path d="M0-19L18 13H-18Z" className="map-shape" />;
  if (kind === 'failed') return <path d="M-6-15H6L15-6V6L6 15H-6L-15 6V-6Z" className="map-shape" />;
  const side = 2 * MARKER_RADIUS;
  return <rect x={-side / 2} y={-side / 2} width={side} height={side} rx="7" className="map-shape" />;
}

function Text({ look, text, y }: Pick<PlacedMarker['marker'], 'look' | 'text'> & { readonly y: number }) {
  if (look === 'done') return <path d="M-5 .500l3.500 3.500 6.500-7.500" className="map-check" />;
  return (
    <text y={y} className={text.length > 2 ? 'map-text map-text-small' : 'map-text'}>
      {text}
    </text>
  );
}

function Vehicle() {
  return (
    <path
      d="M-9-5.500H1.500V4H-9zM1.500-2.500H5.500L9 1V4H1.500M-6.800 4.300a1.800 1.800 0 103.600 0 1.800 1.800 0 10-3.600 0M3.200 4.300a1.800 1.800 0 103.600 0 1.800 1.800 0 10-3.600 0"
      className="map-truck"
    />
  );
}

interface ClusterProps {
  readonly cluster: MarkerCluster;
  readonly texts: MapTexts;
  readonly onOpen: (cluster: MarkerCluster) => void;
}

const NAMES_READ = 5;

function Cluster({ cluster, texts, onOpen }: ClusterProps) {
  const { id, spot, members, name } = cluster;
  const alerts = members.filter(isAlert);
  const names = [...new Set([...alerts, ...members].map(({ name, text }) => name || text))];
  const more = names.length > NAMES_READ ? ['…'] : [];
  return (
    <g data-marker={id} style={{ transform: `translate(${spot.x}px, ${spot.y}px)` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a button of HTML cannot stand in a drawing */}
      <g
        role="button"
        tabIndex={0}
        aria-label={texts.cluster?.(members.length, [...names.slice(0, NAMES_READ), ...more].join(', '))}
        className={`map-marker map-cluster ${clusterClass(members)}`}
        onClick={() => onOpen(cluster)}
        onKeyDown={onKeys(() => onOpen(cluster))}
      >
        <circle r={MARKER_RADIUS + 5} className="map-cluster-ring" />
        <circle r={MARKER_RADIUS} className="map-shape" />
        <text y="4.500" className={members.length > 99 ? 'map-text map-text-small' : 'map-text'}>
          {members.length}
        </text>
        {alerts.length > 0 && !isFaded(alerts[0]) && (
          <path d="M14-24L23-8H5Z" className="map-cluster-alert" />
        )}
      </g>
      {/* The label of the button has all names in full. */}
      {name && (
        <g aria-hidden className="pointer-events-none">
          <Name name={name} />
        </g>
      )}
    </g>
  );
}

/** The ring says what is among the members, the most urgent first. */
function clusterClass(members: readonly MapMarker[]): string {
  if (isFaded(members[0])) return 'map-marker-faded';
  if (members.some(isAlert)) return 'map-cluster-alerts';
  return members.some(({ kind }) => kind === 'job') ? 'map-cluster-jobs' : '';
}

function onKeys(activate: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    activate();
  };
}
