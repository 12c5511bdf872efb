// The tracking map itself: stops, crew and route above the base map. Loaded after the page.

import type { MapTexts } from '../ui/map/map-frame.tsx';
import { MarkerMap } from '../ui/map/marker-map.tsx';
import type { TimeFormatter } from '../ui/time-format.ts';
import { formatMiles } from './map-description.ts';
import { markersOf, pointsAhead, routesOf } from './map-markers.ts';
import type { Words } from './messages.ts';
import type { PageProps } from './page-props.ts';

export function RouteDrawing({ view, words, times, label }: PageProps & { readonly label: string }) {
  return (
    <MarkerMap
      source={view.map}
      markers={markersOf(view, words, times)}
      routes={routesOf(view)}
      focus={pointsAhead(view)}
      texts={mapTexts(words, times)}
      label={label}
      sharesGestures
    />
  );
}

function mapTexts(words: Words, times: TimeFormatter): MapTexts {
  return {
    kind: words.mapKind,
    keys: words.mapKeys,
    zoomIn: words.mapZoomIn,
    zoomOut: words.mapZoomOut,
    showAll: words.mapShowAll,
    formatMiles: (miles) => formatMiles(miles, words, times),
  };
}
