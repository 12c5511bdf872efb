// Map of crews, of the stops of their jobs, and of jobs without a crew. Contains nothing that the lists next to it do not.
import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { isAlert, isFaded } from '../../ui/map/marker-layout.ts';
import { MarkerMap } from '../../ui/map/marker-map.tsx';
import type { LiveMap, MapCrew } from '../api.ts';
import { crewMarkers, crewRoutes, unassignedMarkers } from './crew-markers.ts';

interface CrewMapProps {
  readonly map: LiveMap;
  /** Crews with late and failed jobs first: groups of markers have their names. */
  readonly crews: readonly MapCrew[];
  readonly nowMs: number;
  readonly chosen: string | null;
  /** Chooses the crew, or none if it is chosen. */
  readonly onChoose: (crewId: string) => void;
  readonly onOpenJob: (bookingId: string) => void;
}

export function CrewMap({ map, crews, nowMs, chosen, onChoose, onOpenJob }: CrewMapProps) {
  const minute = Math.floor(nowMs / 60_000);
  const markers = useMemo(() => {
    const all = [
      ...crewMarkers(crews, minute * 60_000, chosen),
      ...unassignedMarkers(map.unassigned, chosen),
    ];
    // Later markers cover earlier ones.
    return [...all.filter(isFaded), ...all.filter((marker) => !isFaded(marker))];
  }, [map, crews, minute, chosen]);
  const routes = useMemo(() => crewRoutes(crews, chosen), [crews, chosen]);
  const shown = crews.find(({ id }) => id === chosen);
  return (
    <div className="relative h-[min(42rem,65dvh)] overflow-hidden rounded-xl border bg-card shadow-xs xl:h-[max(24rem,100dvh-16.5rem)]">
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
      {shown && (
        <div className="absolute top-2.5 left-2.5 flex max-w-[calc(100%-5rem)] flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-card px-3 py-1.5 shadow-xs">
          <span className="font-semibold">{shown.name}</span>
          <Button size="small" icon="close" onClick={() => onChoose(shown.id)}>
            Show all<span className="sr-only"> crews</span>
          </Button>
        </div>
      )}
    </div>
  );
}
