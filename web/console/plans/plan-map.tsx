// Map of a plan: the routes of the crews now and with the plan. Contains nothing that the rows do not.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadError } from '../../ui/load-error.tsx';
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { lazyMap } from '../../ui/map/lazy-map.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { PlanMap as PlanPlaces, PlanResult } from '../api.ts';
import { useMapSource } from '../session-query.ts';
import { PlanMapLegend } from './plan-legend.tsx';
import { drawPlan, type MapSide } from './plan-markers.ts';
import { planMapQuery } from './plan-queries.ts';

const MarkerMap = lazyMap(async () => (await import('../../ui/map/marker-map.tsx')).MarkerMap);

interface PlanMapProps {
  readonly planId: string;
  readonly result: PlanResult;
  readonly onOpen: (bookingId: string) => void;
}

const sides = [
  { value: 'before', label: 'Now' },
  { value: 'after', label: 'Plan' },
] as const;

export function PlanMap({ planId, result, onOpen }: PlanMapProps) {
  const [side, setSide] = useState<MapSide>('after');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(planMapQuery(planId));
  return (
    <section aria-label="Map" className="min-w-0 rounded-xl border bg-card p-4 shadow-xs">
      <Tabs<MapSide>
        label="Routes on the map"
        tabs={sides}
        value={side}
        onChange={setSide}
        aside={
          <Select
            label="Crew on the map"
            isLabelHidden
            value={chosen ?? ''}
            options={[
              { value: '', label: 'All crews' },
              ...result.crews.map(({ crew_id, name }) => ({ value: crew_id, label: name })),
            ]}
            onChange={(crewId) => setChosen(crewId || null)}
          />
        }
      >
        {error && !data ? (
          <LoadError error={error} onRetry={refetch} />
        ) : data ? (
          <Drawing places={data} {...{ result, side, chosen, onOpen }} />
        ) : (
          <Skeleton className="h-80 rounded-lg" />
        )}
      </Tabs>
    </section>
  );
}

interface DrawingProps extends Omit<PlanMapProps, 'planId'> {
  readonly places: PlanPlaces;
  readonly side: MapSide;
  readonly chosen: string | null;
}

function Drawing({ places, result, side, chosen, onOpen }: DrawingProps) {
  const mapSource = useMapSource();
  const { markers, routes, crews } = useMemo(
    () => drawPlan(result, places, { side, chosen }),
    [result, places, side, chosen],
  );
  return (
    <>
      <div className="relative h-80 overflow-hidden rounded-lg border lg:h-96">
        {markers.length === 0 ? (
          <p className="grid size-full place-items-center px-6 text-center text-muted">
            There are no jobs to show here.
          </p>
        ) : (
          <MarkerMap
            source={mapSource}
            markers={markers}
            routes={routes}
            texts={englishMapTexts}
            label={
              side === 'after'
                ? 'Map of the planned routes. The rows show the same jobs as text.'
                : 'Map of the routes as they are now.'
            }
            sharesGestures
            isClustered
            onActivate={({ subject = '' }) => onOpen(subject)}
          />
        )}
      </div>
      {markers.length > 0 && (
        <PlanMapLegend
          crews={crews}
          isOneCrew={chosen !== null}
          hasOpen={markers.some(({ kind }) => kind === 'job')}
        />
      )}
    </>
  );
}
