// Map of crews and of the stops of their jobs. Contains nothing that the list next to it does not.
import { useMemo } from 'react';
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { MarkerMap } from '../../ui/map/marker-map.tsx';
import type { LiveMap } from '../api.ts';
import { crewMarkers, crewRoutes } from './crew-markers.ts';

interface CrewMapProps {
  readonly map: LiveMap;
  readonly nowMs: number;
  readonly chosen: string | null;
  readonly onChoose: (crewId: string) => void;
}

export function CrewMap({ map, nowMs, chosen, onChoose }: CrewMapProps) {
  const minute = Math.floor(nowMs / 60_000);
  const markers = useMemo(() => crewMarkers(map.crews, minute * 60_000, chosen), [map, minute, chosen]);
  const routes = useMemo(() => crewRoutes(map.crews, chosen), [map, chosen]);
  return (
    <div className="relative h-[min(42rem,65dvh)] overflow-hidden rounded-xl border bg-card shadow-xs">
      {markers.length === 0 ? (
        <p className="grid size-full place-items-center px-6 text-center text-muted">
          No crew has reported a position yet. Crews appear here with their first position.
        </p>
      ) : (
        <MarkerMap
          source={map.map}
          markers={markers}
          routes={routes}
          texts={englishMapTexts}
          label="Map of crews. The list shows the same information as text."
          isClustered
          onActivate={(id) => onChoose(id.split(' ')[0] ?? '')}
        />
      )}
    </div>
  );
}
