// Page of one plan: its progress while it is computed, then what it would change, and the decisions about it. Everything is stored by
// the server: leaving the page loses only the choices that are not applied.
import '../board/board.css';
import './plans.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { query } from '../../client/api-request.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatLongDay } from '../../ui/calendar-day.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes, type TimeRange } from '../../ui/time-format.ts';
import type { Plan, PlannedDay, PlanResult } from '../api.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { useHasRole } from '../session-context.tsx';
import { NothingToPlan } from './nothing-to-plan.tsx';
import { chosenPart, countApplied, hasUnapplied, nextPlan, selectableIds } from './plan-changes.ts';
import { type PlanChoices, usePlanChoices } from './plan-choices.ts';
import { PlanFigures } from './plan-figures.tsx';
import { PlanJobDialog } from './plan-job-dialog.tsx';
import { formatJobs, statusTones, statusWords } from './plan-labels.ts';
import { CardLegend } from './plan-legend.tsx';
import { PlanMap } from './plan-map.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { plannedDayQuery, planQuery, plansQuery } from './plan-queries.ts';
import { PlanRows } from './plan-rows.tsx';
import { UnservedCard } from './unserved-card.tsx';
import { type PlanActions, usePlanActions } from './use-plan-actions.ts';

export function PlanPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(planQuery(id));
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="plan" />;
  if (!data) return <SkeletonRows rows={6} label="Loading the plan" />;
  return <PlanReview key={id} plan={data} />;
}

const noIds: ReadonlySet<string> = new Set();

function PlanReview({ plan }: { readonly plan: Plan }) {
  const { area, day, status, result } = plan;
  const canChange = useHasRole('dispatcher');
  const { data: planned } = useQuery(plannedDayQuery({ area, day }));
  const appliedLocks = useMemo(
    () =>
      planned ? new Set(planned.jobs.filter((job) => job.is_locked).map((job) => job.booking_id)) : noIds,
    [planned],
  );
  const canChoose = canChange && (status === 'ready' || status === 'applied');
  const choices = usePlanChoices(plan, { canChoose, appliedLocks });
  const actions = usePlanActions(plan);
  const isOutdated = status === 'ready' && planned !== undefined && planned.revision !== plan.revision;
  return (
    <>
      <PlanHead
        plan={plan}
        planned={planned}
        actions={canChange && <HeadActions {...{ plan, planned, choices, actions }} />}
      />
      {actions.error && (
        <div role="alert">
          <Notice tone="bad" title="Nothing was changed">
            {actions.error.message}
          </Notice>
        </div>
      )}
      {isOutdated && !actions.error && (
        <Notice tone="warn" title="The day has changed since this plan was computed">
          Another plan was applied, or planned bookings were changed. Plan again to include the changes.
        </Notice>
      )}
      {plan.failure && (
        <Notice tone="bad" title="The plan failed">
          {plan.failure.message} Plan again
          {plan.failure.retry_after_seconds !== null && ` in ${plan.failure.retry_after_seconds} seconds`}.
        </Notice>
      )}
      {status === 'computing' && <PlanProgress plan={plan} />}
      {result && <PlanContents plan={plan} result={result} choices={choices} />}
    </>
  );
}

/** "Applied: 4 of 9 jobs" if only a part was applied. */
function statusLabel({ status, result }: Plan, planned: PlannedDay | undefined): string {
  if (status !== 'applied' || !result || !planned) return statusWords[status];
  const { applied, all } = countApplied(result, planned.jobs);
  return applied === all ? statusWords.applied : `${statusWords.applied}: ${applied} of ${formatJobs(all)}`;
}

interface PlanHeadProps {
  readonly plan: Plan;
  readonly planned: PlannedDay | undefined;
  readonly actions: ReactNode;
}

function PlanHead({ plan, planned, actions }: PlanHeadProps) {
  const { area, day, version, status } = plan;
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const { data: versions = [] } = useQuery(plansQuery({ area, day }));
  const areaName = areas.find(({ slug }) => slug === area)?.name ?? area;
  return (
    <PageHead
      title={`Plan ${version}`}
      heading={`Plan ${version} for ${formatLongDay(day)}`}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={statusTones[status]}>{statusLabel(plan, planned)}</Badge>
          {areaName}
        </span>
      }
      back={{ href: `/board${query({ day, area: areas.length > 1 ? area : null })}`, label: 'Board' }}
      actions={
        <>
          {versions.length > 1 && (
            <Select
              label="Plan version"
              isLabelHidden
              value={plan.id}
              options={versions.map((each) => ({
                value: each.id,
                label: `Plan ${each.version}: ${statusWords[each.status]}`,
              }))}
              onChange={(id) => go(`/board/plans/${id}`)}
            />
          )}
          {actions}
        </>
      }
    />
  );
}

interface HeadActionsProps {
  readonly plan: Plan;
  /** What is planned on the day now. */
  readonly planned: PlannedDay | undefined;
  readonly choices: PlanChoices;
  readonly actions: PlanActions;
}

function HeadActions({ plan, planned, choices, actions }: HeadActionsProps) {
  const { status, result } = plan;
  if (status === 'computing')
    return (
      <Button icon="pause" busy={actions.isStopping} onClick={actions.stop}>
        Stop and keep the best
      </Button>
    );
  const part = result ? chosenPart(result, choices.excluded) : undefined;
  const all = result ? selectableIds(result).length : 0;
  const canApply =
    status === 'ready' ||
    (status === 'applied' && result && planned && hasUnapplied(result, planned.jobs, choices.excluded));
  const locked = choices.locks.bookings.size + choices.locks.crews.size;
  return (
    <>
      {status === 'applied' && (
        <Button icon="undo" busy={actions.isUndoing} onClick={actions.undo}>
          Undo the plan
        </Button>
      )}
      <Button
        icon="refresh"
        busy={actions.isStarting}
        onClick={() => actions.planAgain(nextPlan(plan, choices.locks))}
      >
        {locked > 0 ? 'Plan again with locks' : 'Plan again'}
      </Button>
      {canApply && all > 0 && (
        <Button
          look={status === 'ready' ? 'primary' : 'quiet'}
          icon="check"
          busy={actions.isApplying}
          disabled={part?.bookings.length === 0}
          onClick={() => actions.apply(part)}
        >
          {part
            ? `Apply ${part.bookings.length} of ${all} jobs`
            : status === 'ready'
              ? 'Apply the plan'
              : 'Apply again'}
        </Button>
      )}
    </>
  );
}

interface PlanContentsProps {
  readonly plan: Plan;
  readonly result: PlanResult;
  readonly choices: PlanChoices;
}

function PlanContents({ plan, result, choices }: PlanContentsProps) {
  const { crews, unserved } = result;
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [, go] = useLocation();
  const crewNames = useMemo(() => new Map(crews.map(({ crew_id, name }) => [crew_id, name])), [crews]);
  const formatTime = useCallback((at: string) => englishTimes.time(at, plan.time_zone), [plan.time_zone]);
  const formatSpan = useCallback(
    (range: TimeRange) => englishTimes.window(range, plan.time_zone),
    [plan.time_zone],
  );
  const opened = openedId === null ? undefined : findJob(result, openedId);
  const hasJobs = crews.some(({ jobs }) => jobs.length > 0);
  return (
    <>
      {result.iterations === 0 && unserved.length > 0 && (
        <Notice tone="warn" title="The search ended before its first plan was complete">
          Plan again: the next search takes longer.
        </Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <PlanFigures result={result} />
        {(hasJobs || unserved.length > 0) && (
          <PlanMap
            planId={plan.id}
            result={result}
            onOpen={(id) => (findJob(result, id) ? setOpenedId(id) : go(`/bookings/${id}`))}
          />
        )}
      </div>
      {unserved.length > 0 && <UnservedCard planId={plan.id} unserved={unserved} crewNames={crewNames} />}
      {hasJobs ? (
        <>
          <CardLegend />
          <PlanRows
            crews={crews}
            timeZone={plan.time_zone}
            {...{ crewNames, choices, formatTime, formatSpan }}
            onOpen={setOpenedId}
          />
        </>
      ) : (
        <NoJobs plan={plan} result={result} />
      )}
      {opened && (
        <PlanJobDialog
          planId={plan.id}
          {...opened}
          {...{ crewNames, choices, formatTime }}
          onClose={() => setOpenedId(null)}
        />
      )}
    </>
  );
}

function findJob({ crews }: PlanResult, bookingId: string) {
  for (const crew of crews) {
    const job = crew.jobs.find(({ booking_id }) => booking_id === bookingId);
    if (job) return { crew, job };
  }
  return undefined;
}

function NoJobs({ plan, result }: { readonly plan: Plan; readonly result: PlanResult }) {
  if (result.unserved.length === 0) return <NothingToPlan {...plan} />;
  if (result.crews.length === 0)
    return (
      <EmptyState icon="people" title="No crew works on this day">
        Give crews of this area a shift on the{' '}
        <Link href="/crews" className="underline">
          Crews page
        </Link>
        , then plan again.
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar" title="No jobs">
      No crew can serve a booking of this day.
    </EmptyState>
  );
}
