// A map of markers and routes: used by all pages that show stops and crews.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Point } from '../map-projection.ts';
import { MapFrame, type MapSource, type MapTexts } from './map-frame.tsx';
import { MarkerLayer } from './marker-layer.tsx';
import {
  isFaded,
  layoutMarkers,
  type MapMarker,
  type MarkerCluster,
  type MarkerLayout,
} from './marker-layout.ts';
import { boxesAlong, type MapRoute, RouteLine } from './route-line.tsx';
import { type MapHandle, useMap } from './use-map.ts';

interface MarkerMapProps {
  readonly source: MapSource;
  readonly markers: readonly MapMarker[];
  readonly routes?: readonly MapRoute[];
  /** What the map shows until it is moved. Default: everything. */
  readonly focus?: readonly Point[] | undefined;
  readonly texts: MapTexts;
  readonly label: string;
  readonly sharesGestures?: boolean;
  readonly isClustered?: boolean;
  /** Without it, markers are a drawing with a list for screen readers. */
  readonly onActivate?: (marker: MapMarker) => void;
}

/** Space for names around the content, in pixels. */
const MARGIN = { x: 64, y: 48 };
const nothing: readonly never[] = [];

export function MarkerMap({
  source,
  markers,
  routes = nothing,
  focus,
  texts,
  label,
  sharesGestures = false,
  isClustered = false,
  onActivate,
}: MarkerMapProps) {
  const inView = markers.filter((marker) => !isFaded(marker));
  const points: readonly Point[] = focus ?? [
    ...inView.map(({ point }) => point),
    ...routes.flatMap((route) => route.points),
  ];
  const map = useMap({ points, margin: MARGIN, sharesGestures });
  const { view } = map;
  const [opened, setOpened] = useState<string | null>(null);
  const layout = useMemo(
    () => (view ? layoutMarkers(markers, view, { isClustered, opened, routes }) : null),
    [markers, view, isClustered, opened, routes],
  );
  const taken = useMemo(
    () =>
      view && layout
        ? [...layout.boxes, ...routes.flatMap((route) => boxesAlong(route, view.projection))]
        : nothing,
    [view, layout, routes],
  );
  const focusOn = useFocusAfterOpening(map, layout);
  const open = (cluster: MarkerCluster) => {
    focusOn(cluster.members.map(({ id }) => id));
    if (cluster.isStacked) setOpened(cluster.id);
    else map.zoomTo(cluster.members.map(({ point }) => point));
  };
  return (
    <MapFrame
      {...{ map, source, texts, label }}
      contents={onActivate ? nothing : markers}
      taken={taken}
      drawing={
        view && routes.map((route) => <RouteLine key={route.id} route={route} projection={view.projection} />)
      }
    >
      {view && layout && (
        <MarkerLayer {...{ layout, texts, onActivate }} projection={view.projection} onOpen={open} />
      )}
    </MapFrame>
  );
}

/** An opened cluster disappears: the focus goes to what its first member is part of now, or else to the map. */
function useFocusAfterOpening(map: MapHandle, layout: MarkerLayout | null) {
  const wanted = useRef<readonly string[] | null>(null);
  const { pane } = map;
  useEffect(() => {
    const ids = wanted.current;
    if (!ids || !layout) return;
    wanted.current = null;
    const cluster = layout.clusters.find(({ members }) => members.some(({ id }) => id === ids[0]));
    const shown = cluster?.id ?? ids[0] ?? '';
    const marker = pane.current?.querySelector(`[data-marker="${CSS.escape(shown)}"]`);
    const button = marker?.closest<SVGElement>('[role="button"]') ?? marker?.querySelector('[role="button"]');
    if (button instanceof SVGElement) button.focus();
    else pane.current?.focus();
  }, [layout, pane]);
  return (ids: readonly string[]) => {
    wanted.current = ids;
  };
}
