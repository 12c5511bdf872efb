// Map of crews, of the stops of their jobs, and of jobs without a crew. Contains nothing that the lists next to it do not.
import { useMemo } from 'react';
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { isAlert } from '../../ui/map/marker-layout.ts';
import { MarkerMap } from '../../ui/map/marker-map.tsx';
import type { LiveMap } from '../api.ts';
import { crewMarkers, crewRoutes, unassignedMarkers } from './crew-markers.ts';

interface CrewMapProps {
  readonly map: LiveMap;
  readonly nowMs: number;
  readonly chosen: string | null;
  /** Chooses the crew, or none if it is chosen. */
  readonly onChoose: (crewId: string) => void;
  readonly onOpenJob: (bookingId: string) => void;
}

export function CrewMap({ map, nowMs, chosen, onChoose, onOpenJob }: CrewMapProps) {
  const minute = Math.floor(nowMs / 60_000);
  const markers = useMemo(
    () => [...crewMarkers(map.crews, minute * 60_000, chosen), ...unassignedMarkers(map.unassigned)],
    [map, minute, chosen],
  );
  const routes = useMemo(() => crewRoutes(map.crews, chosen), [map, chosen]);
  return (
    <div className="relative h-[min(42rem,65dvh)] overflow-hidden rounded-xl border bg-card shadow-xs">
      {markers.length === 0 ? (
        <p className="grid size-full place-items-center px-6 text-center text-muted">
          No crew has reported a position yet, and there are no jobs. Crews appear here with their first
          position.
        </p>
      ) : (
        <MarkerMap
          source={map.map}
          markers={markers}
          routes={routes}
          texts={englishMapTexts}
          label="Map of crews and of bookings without a crew. The lists show the same information as text."
          isClustered
          onActivate={({ kind, subject = '' }) =>
            (kind === 'job' || isAlert({ kind }) ? onOpenJob : onChoose)(subject)
          }
        />
      )}
    </div>
  );
}
