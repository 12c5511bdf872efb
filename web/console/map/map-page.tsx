// Live map page: late and failed jobs first, positions of the crews, their age, the next stops, and jobs without a crew.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { MapCrew } from '../api.ts';
import { AssignCrewDialog } from '../board/assign-crew-dialog.tsx';
import { assignment } from '../board/board-moves.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { useBoardMoves } from '../board/use-board-moves.ts';
import { AlertList, type AssignedJob, UnassignedList } from './alert-list.tsx';
import { CrewListItem } from './crew-list-item.tsx';
import { CrewMap } from './crew-map.tsx';
import { type AlertedJob, alertedJobs } from './crew-status.ts';
import { MapLegend } from './map-legend.tsx';
import { mapQuery } from './map-queries.ts';

export function MapPage() {
  const area = new URLSearchParams(useSearch()).get('area');
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(mapQuery(area, chosen));
  const [assigned, setAssigned] = useState<AssignedJob | null>(null);
  const alerted = useMemo(() => alertedJobs(data?.crews ?? []), [data]);
  const nowMs = useNow();
  const toggle = (crewId: string) => setChosen(crewId === chosen ? null : crewId);
  return (
    <>
      <PageHead
        title="Map"
        lead="Late and failed bookings, positions and next stops of the crews, and bookings without a crew."
        actions={
          areas.length > 1 && (
            <Select
              label="Area"
              isLabelHidden
              value={area ?? ''}
              options={[
                { value: '', label: 'All areas' },
                ...areas.map(({ slug, name }) => ({ value: slug, label: name })),
              ]}
              onChange={(slug) => go(slug === '' ? '/map' : `/map?area=${encodeURIComponent(slug)}`)}
            />
          )
        }
      />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-[min(34rem,60dvh)] rounded-xl" />
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid gap-2 xl:row-span-2">
            <CrewMap
              map={data}
              nowMs={nowMs}
              chosen={chosen}
              onChoose={toggle}
              onOpenJob={(id) => go(`/bookings/${id}`)}
            />
            <MapLegend />
          </div>
          {/* On a phone, what needs attention comes before the map. */}
          {alerted.length > 0 && <AlertList jobs={alerted} onAssign={setAssigned} onChooseCrew={setChosen} />}
          <div className="grid gap-5 xl:col-start-2">
            {data.unassigned.length > 0 && <UnassignedList jobs={data.unassigned} onAssign={setAssigned} />}
            <Card title="Crews" isFlush>
              {data.crews.length === 0 ? (
                <EmptyState icon="people" title="No crews yet">
                  Create a crew on the Crews page. It appears here with its first position.
                </EmptyState>
              ) : (
                <ul className="max-h-[60dvh] divide-y overflow-y-auto">
                  {crewsInOrder(data.crews, alerted).map((crew) => (
                    <CrewListItem
                      key={crew.id}
                      crew={crew}
                      nowMs={nowMs}
                      isChosen={crew.id === chosen}
                      onChoose={() => toggle(crew.id)}
                    />
                  ))}
                </ul>
              )}
            </Card>
          </div>
        </div>
      )}
      {assigned && <AssignOnMap job={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
}

/** Crews with a late or failed job first. */
function crewsInOrder(crews: readonly MapCrew[], alerted: readonly AlertedJob[]): readonly MapCrew[] {
  const first = new Set(alerted.map(({ crew }) => crew));
  return [...first, ...crews.filter((crew) => !first.has(crew))];
}

interface AssignOnMapProps {
  readonly job: AssignedJob;
  readonly onClose: () => void;
}

function AssignOnMap({ job, onClose }: AssignOnMapProps) {
  const { id, hid, crewId, note, timeZone } = job;
  const { move } = useBoardMoves();
  return (
    <AssignCrewDialog
      bookingId={id}
      {...{ hid, crewId, note, timeZone, onClose }}
      onAssign={(choice) => {
        const { move: requested, done } = assignment({ id, hid, crewId }, choice);
        onClose();
        void move(requested, done);
      }}
    />
  );
}
