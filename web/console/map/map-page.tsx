// Live map page: positions of the crews, their age, the next stops, and jobs without a crew.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { DueTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useNow } from '../../ui/use-now.ts';
import type { MapCrew, UnassignedJob } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { CrewMap } from './crew-map.tsx';
import { currentJob, formatJob, formatSeen, isStale } from './crew-status.ts';
import { MapLegend } from './map-legend.tsx';
import { mapQuery } from './map-queries.ts';

export function MapPage() {
  const area = new URLSearchParams(useSearch()).get('area');
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(mapQuery(area, chosen));
  const nowMs = useNow();
  const toggle = (crewId: string) => setChosen(crewId === chosen ? null : crewId);
  return (
    <>
      <PageHead
        title="Map"
        lead="Positions and next stops of the crews, and bookings without a crew."
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
          <div className="grid gap-2">
            <CrewMap
              map={data}
              nowMs={nowMs}
              chosen={chosen}
              onChoose={toggle}
              onOpenJob={(id) => go(`/bookings/${id}`)}
            />
            <MapLegend />
          </div>
          <div className="grid gap-5">
            {data.unassigned.length > 0 && <UnassignedList jobs={data.unassigned} />}
            <Card title="Crews" isFlush>
              {data.crews.length === 0 ? (
                <EmptyState icon="people" title="No crews yet">
                  Create a crew on the Crews page. It appears here with its first position.
                </EmptyState>
              ) : (
                <ul className="max-h-[60dvh] divide-y overflow-y-auto">
                  {data.crews.map((crew) => (
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
    </>
  );
}

function UnassignedList({ jobs }: { readonly jobs: readonly UnassignedJob[] }) {
  return (
    <Card title={`Bookings without a crew (${jobs.length})`} isFlush>
      <ul className="max-h-[30dvh] divide-y overflow-y-auto">
        {jobs.map(({ id, hid, partner, window, stops }) => (
          <li key={id} className="grid gap-1 px-4 py-2.5 text-[0.8125rem] text-muted sm:px-5">
            <p>
              <Link href={`/bookings/${id}`} className="font-mono font-semibold text-accent underline">
                {hid}
              </Link>{' '}
              {partner} · {window}
            </p>
            <p>{stops.map(({ name }) => name).join(' → ')}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CrewListItemProps {
  readonly crew: MapCrew;
  readonly nowMs: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function CrewListItem({ crew, nowMs, isChosen, onChoose }: CrewListItemProps) {
  const job = currentJob(crew);
  return (
    <li className={classNames('grid gap-1 px-4 py-2.5 sm:px-5', isChosen && 'bg-tint')}>
      <p className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="font-semibold hover:underline"
        >
          {crew.name}
        </button>
        {crew.located_at === null ? (
          <Badge tone="quiet">No position yet</Badge>
        ) : isStale(crew, nowMs) ? (
          <Badge tone="warn">{formatSeen(crew, nowMs)}</Badge>
        ) : (
          <Badge tone="good" hasDot>
            Live
          </Badge>
        )}
        {crew.phone_number !== null && <PhoneLink number={crew.phone_number} who={crew.name} isIcon />}
        {!crew.is_on_shift && <span className="text-[0.8125rem] text-muted">off shift</span>}
        <span className="ml-auto text-[0.8125rem] text-muted">
          {crew.vehicle_type ? vehicleNames[crew.vehicle_type] : 'No vehicle'}
        </span>
      </p>
      {job ? (
        <p className="text-[0.8125rem] text-muted">
          <Link href={`/bookings/${job.id}`} className="font-mono font-semibold text-accent underline">
            {job.hid}
          </Link>{' '}
          {formatJob(job)}
          {job.eta !== null &&
            (Date.parse(job.eta) > nowMs ? (
              <>
                , ETA <DueTime at={job.eta} isInList />
              </>
            ) : (
              `, was expected ${englishTimes.time(job.eta)}`
            ))}
          {crew.jobs.length > 1 && ` · ${crew.jobs.length - 1} more`}
        </p>
      ) : (
        <p className="text-[0.8125rem] text-muted">No jobs within 24 hours</p>
      )}
    </li>
  );
}
