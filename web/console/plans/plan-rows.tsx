// Jobs of a plan in the order of the day: on a time axis with one row per crew, on phones as a list per crew.
import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { TimeRange } from '../../ui/time-format.ts';
import { useMedia } from '../../ui/use-media.ts';
import type { PlanCrew, PlanJob } from '../api.ts';
import { ensureTabStop, handleArrowKeys } from '../board/card-keys.ts';
import { placeJobs, planAxis } from './plan-axis.ts';
import { changeOf } from './plan-changes.ts';
import { isJobLocked, type PlanChoices, plannedIds } from './plan-choices.ts';
import { PlanJobCard } from './plan-job-card.tsx';
import { formatJobs, formatMiles, formatShare } from './plan-labels.ts';

interface PlanRowsProps {
  readonly crews: readonly PlanCrew[];
  readonly crewNames: ReadonlyMap<string, string>;
  readonly timeZone: string;
  readonly choices: PlanChoices;
  readonly formatTime: (at: string) => string;
  readonly formatSpan: (range: TimeRange) => string;
  readonly onOpen: (bookingId: string) => void;
}

export function PlanRows(props: PlanRowsProps) {
  const isPhone = useMedia('(width < 48rem)');
  return isPhone ? <PlanList {...props} /> : <PlanGrid {...props} />;
}

function PlanGrid({ crews, timeZone, ...rest }: PlanRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const axis = useMemo(() => planAxis(crews, timeZone), [crews, timeZone]);
  const rows = useMemo(
    () => crews.map((crew) => ({ crew, placed: placeJobs(crew.jobs, axis) })),
    [crews, axis],
  );
  useEffect(() => (ref.current ? handleArrowKeys(ref.current) : undefined), []);
  useEffect(() => {
    if (ref.current) ensureTabStop(ref.current);
  });
  return (
    <div ref={ref} className="board plan-board min-w-0 overflow-clip rounded-xl border bg-card shadow-xs">
      <div className="board-scroll" data-scroll>
        <div className="board-canvas" style={{ '--hours': axis.hours.length } as CSSProperties}>
          <div aria-hidden="true" className="board-row board-hours border-b text-xs text-muted">
            <div className="board-label px-3 py-1.5">{timeZone.replaceAll('_', ' ')}</div>
            <div className="flex">
              {axis.hours.map(({ startMs, label }) => (
                <div
                  key={startMs}
                  className="w-(--hour) flex-none border-l px-1.5 py-1.5 font-semibold first:border-l-0"
                >
                  {label}
                </div>
              ))}
            </div>
          </div>
          {rows.map(({ crew, placed }) => (
            <GridRow key={crew.crew_id} crew={crew} placed={placed} {...rest} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface GridRowProps extends Omit<PlanRowsProps, 'crews' | 'timeZone'> {
  readonly crew: PlanCrew;
  readonly placed: ReturnType<typeof placeJobs>;
}

const GridRow = memo(function GridRow({ crew, placed, choices, ...rest }: GridRowProps) {
  const lanes = Math.max(1, ...placed.map(({ lane }) => lane + 1));
  return (
    <section
      aria-label={crew.name}
      data-row={crew.crew_id}
      className="board-row board-crew border-t"
      style={{ '--lanes': lanes } as CSSProperties}
    >
      <div className="board-label flex items-start gap-2 px-3 py-1.5 text-xs">
        <CrewChoice crew={crew} choices={choices} />
      </div>
      <div className="board-track">
        {placed.map(({ job, left, width, lane }) => (
          <JobCard
            key={job.booking_id}
            job={job}
            crewId={crew.crew_id}
            choices={choices}
            className="board-placed"
            style={{ '--left': left, '--width': width, '--row': lane } as CSSProperties}
            {...rest}
          />
        ))}
      </div>
    </section>
  );
});

function PlanList({ crews, timeZone: _zone, choices, ...rest }: PlanRowsProps) {
  return (
    <ul className="plan-board divide-y rounded-xl border bg-card">
      {crews.map((crew) => (
        <li key={crew.crew_id}>
          <section aria-label={crew.name} className="grid gap-2 px-4 py-3">
            <div className="flex items-start gap-2">
              <CrewChoice crew={crew} choices={choices} />
            </div>
            {crew.jobs.length > 0 && (
              <details>
                <summary className="min-h-11 cursor-pointer py-2 font-medium">Jobs in order</summary>
                <ol className="grid gap-2">
                  {crew.jobs.map((job) => (
                    <li key={job.booking_id}>
                      <JobCard job={job} crewId={crew.crew_id} choices={choices} isTabStop {...rest} />
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </section>
        </li>
      ))}
    </ul>
  );
}

interface JobCardProps extends Omit<PlanRowsProps, 'crews' | 'timeZone'> {
  readonly job: PlanJob;
  readonly crewId: string;
  readonly isTabStop?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
}

function JobCard({ job, crewId, crewNames, choices, ...rest }: JobCardProps) {
  return (
    <PlanJobCard
      job={job}
      change={changeOf(job, crewId)}
      previousCrew={crewNames.get(job.previous?.crew_id ?? '') ?? null}
      isExcluded={choices.excluded.has(job.booking_id)}
      isLocked={isJobLocked(job, crewId, choices)}
      {...rest}
    />
  );
}

/** Name and numbers of a crew, whether its jobs are applied, and its lock. */
function CrewChoice({ crew, choices }: { readonly crew: PlanCrew; readonly choices: PlanChoices }) {
  const { crew_id, name, jobs, miles, utilisation } = crew;
  const { canChoose, excluded, locks, include, lockCrew } = choices;
  const ids = plannedIds(crew);
  const chosen = ids.filter((id) => !excluded.has(id)).length;
  const isLocked = locks.crews.has(crew_id);
  return (
    <>
      {canChoose && ids.length > 0 && (
        <input
          type="checkbox"
          aria-label={`Apply the jobs of ${name}`}
          className="mt-0.5 size-4 flex-none pointer-coarse:size-6"
          checked={chosen > 0}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
          }}
          onChange={(event) => include(ids, event.currentTarget.checked)}
        />
      )}
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-[0.8125rem] leading-5 font-semibold">{name}</h3>
        <p className="text-muted">
          {jobs.length === 0
            ? 'No jobs'
            : `${formatJobs(jobs.length)} · ${formatMiles(miles)} · ${formatShare(utilisation)}`}
        </p>
      </div>
      {canChoose && (
        <IconButton
          icon="lock"
          label={isLocked ? `Unlock ${name}` : `Lock ${name}`}
          aria-pressed={isLocked}
          className={classNames('-my-1', isLocked && 'bg-tint text-accent!')}
          onClick={() => lockCrew(crew_id, !isLocked)}
        />
      )}
    </>
  );
}
