// Live map page: late and failed jobs first, positions of the crews, their age, the next stops, and jobs without a crew.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { crewHues } from '../../ui/map/crew-colours.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useNow } from '../../ui/use-now.ts';
import type { LiveMap, MapCrew } from '../api.ts';
import { AssignCrewDialog } from '../board/assign-crew-dialog.tsx';
import { assignment } from '../board/board-moves.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { useBoardMoves } from '../board/use-board-moves.ts';
import { useHasRole } from '../session-context.tsx';
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
  const crews = useMemo(() => crewsInOrder(data?.crews ?? [], alerted), [data, alerted]);
  const hues = useMemo(() => crewHues((data?.crews ?? []).map(({ id }) => id)), [data]);
  const map = useRef<HTMLDivElement>(null);
  const choose = (crewId: string | null) => {
    setChosen(crewId);
    // On a wide screen the map stays in view; elsewhere the list may have scrolled it away.
    if (crewId !== null) map.current?.scrollIntoView({ block: 'nearest' });
  };
  const [planned, withoutCrew] = partitionPlanned(data?.unassigned ?? []);
  const isWide = useMedia('(width >= 80rem)');
  const alerts = alerted.length > 0 && (
    <AlertList jobs={alerted} onAssign={setAssigned} onChooseCrew={choose} />
  );
  const toggle = (crewId: string) => choose(crewId === chosen ? null : crewId);
  return (
    <>
      <PageHead
        title="Map"
        lead={data && mapSummary(data, alerted.length)}
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
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
          {/* On a phone, what needs attention comes before the map. */}
          {!isWide && alerts}
          <div ref={map} className="grid scroll-mt-18 gap-2 xl:sticky xl:top-18 xl:row-span-2">
            <CrewMap
              map={data}
              crews={crews}
              nowMs={nowMs}
              chosen={chosen}
              onChoose={toggle}
              onOpenJob={(id) => go(`/bookings/${id}`)}
            />
            <MapLegend />
            <StreetsHint source={data.map} />
          </div>
          {isWide && alerts}
          <div className="grid gap-5 xl:col-start-2">
            {withoutCrew.length > 0 && (
              <UnassignedList title="Bookings without a crew" jobs={withoutCrew} onAssign={setAssigned} />
            )}
            {planned.length > 0 && (
              <UnassignedList title="Planned bookings" jobs={planned} onAssign={setAssigned} />
            )}
            <Card title="Crews" isFlush>
              {data.crews.length === 0 ? (
                <EmptyState
                  icon="people"
                  title="No crews yet"
                  actions={<ButtonLink href="/crews">Open Crews</ButtonLink>}
                >
                  A crew appears here with its first position. To get one, create a crew and give it a shift.
                </EmptyState>
              ) : (
                <ul className="divide-y">
                  {crews.map((crew) => (
                    <CrewListItem
                      key={crew.id}
                      crew={crew}
                      hue={hues.get(crew.id) ?? 0}
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

/** Bookings that a plan gives to a crew, and those that a dispatcher must not overlook. */
function partitionPlanned(
  jobs: LiveMap['unassigned'],
): readonly [LiveMap['unassigned'], LiveMap['unassigned']] {
  return [jobs.filter(({ planned }) => planned !== null), jobs.filter(({ planned }) => planned === null)];
}

/** "2 late or failed, 7 without a crew, 3 planned, 7 crews" */
function mapSummary({ crews, unassigned }: LiveMap, alerts: number): string {
  const [planned, withoutCrew] = partitionPlanned(unassigned);
  const counts = [
    ...(alerts > 0 ? [`${alerts} late or failed`] : []),
    ...(withoutCrew.length > 0 ? [`${withoutCrew.length} without a crew`] : []),
    ...(planned.length > 0 ? [`${planned.length} planned`] : []),
    `${crews.length} ${crews.length === 1 ? 'crew' : 'crews'}`,
  ];
  return counts.join(', ');
}

/** Tiles of this server have streets only where a region is imported; their attribution says so. */
function StreetsHint({ source: { kind, attribution } }: { readonly source: LiveMap['map'] }) {
  const isAdmin = useHasRole('admin');
  if (!isAdmin || kind === 'raster' || attribution.includes('OpenStreetMap')) return null;
  return (
    <p className="text-[0.8125rem] text-muted">
      This map shows no streets yet. To add them, import a map region on the server:{' '}
      <code className="font-mono">waybill maps import region.osm.pbf</code>
    </p>
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
  const { id, hid, crewId, note, offer, timeZone } = job;
  const { move } = useBoardMoves();
  return (
    <AssignCrewDialog
      bookingId={id}
      {...{ hid, crewId, note, offer, timeZone, onClose }}
      onAssign={(choice) => {
        const { move: requested, done } = assignment({ id, hid, crewId }, choice);
        onClose();
        void move(requested, done);
      }}
    />
  );
}
