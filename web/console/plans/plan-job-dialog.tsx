// Dialog of a job of a plan: its times, what changes, why it is with this crew, whether it is applied, and its lock.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { PlanCrew, PlanExplanation, PlanJob } from '../api.ts';
import { changeOf } from './plan-changes.ts';
import type { PlanChoices } from './plan-choices.ts';
import { describeChange } from './plan-job-card.tsx';
import { formatDriving, formatMiles } from './plan-labels.ts';
import { explanationQuery } from './plan-queries.ts';

interface PlanJobDialogProps {
  readonly planId: string;
  readonly job: PlanJob;
  readonly crew: PlanCrew;
  readonly crewNames: ReadonlyMap<string, string>;
  readonly choices: PlanChoices;
  readonly formatTime: (at: string) => string;
  readonly onClose: () => void;
}

export function PlanJobDialog(props: PlanJobDialogProps) {
  const { planId, job, crew, crewNames, choices, formatTime, onClose } = props;
  const { booking_id: id, hid, starts_at, arrives_at, ends_at, drive_minutes, miles, stops, previous } = job;
  const change = changeOf(job, crew.crew_id);
  const previousCrew = crewNames.get(previous?.crew_id ?? '') ?? null;
  const { excluded, locks, appliedLocks, canChoose } = choices;
  const isLockFixed = appliedLocks.has(id) || locks.crews.has(crew.crew_id);
  return (
    <Dialog title={`Booking ${hid}`} onClose={onClose} actions={<BookingLink id={id} />}>
      <p className="flex flex-wrap items-center gap-2 text-ink">
        <Badge tone={change === 'kept' || change === 'fixed' ? 'quiet' : 'good'}>
          {describeChange(job, change, previousCrew, formatTime)}
        </Badge>
        <span>{crew.name}</span>
      </p>
      <ol className="grid gap-1 text-ink tabular-nums">
        <li>
          {formatTime(starts_at)} departs
          {drive_minutes > 0 && `: ${formatDriving(drive_minutes)}, ${formatMiles(miles)} to the first stop`}
        </li>
        {stops.length === 0 && <li>{formatTime(arrives_at)} begins</li>}
        {stops.map((stop, index) => (
          <li key={stop.stop_id}>
            {/* The crew departs as late as it can: it does not wait at the first stop. */}
            {formatTime(index === 0 ? stop.starts_at : stop.arrives_at)} arrives at stop {index + 1}
            {index > 0 && stop.starts_at !== stop.arrives_at && `, begins ${formatTime(stop.starts_at)}`},
            leaves {formatTime(stop.departs_at)}
          </li>
        ))}
        {stops.length === 0 && <li>{formatTime(ends_at)} ends</li>}
      </ol>
      {previous && (
        <p>
          Before: {previousCrew ?? 'another crew'}, {formatTime(previous.arrives_at)} to{' '}
          {formatTime(previous.ends_at)}.
        </p>
      )}
      {canChoose && job.status === 'planned' && (
        <div className="grid gap-1 text-ink">
          <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4"
              checked={!excluded.has(id)}
              onChange={(event) => choices.include([id], event.currentTarget.checked)}
            />
            Apply this job
          </label>
          <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4"
              disabled={isLockFixed}
              checked={isLockFixed || locks.bookings.has(id)}
              onChange={(event) => choices.lockBooking(id, event.currentTarget.checked)}
            />
            <span>
              Lock to {crew.name} for the next plan
              {appliedLocks.has(id) && (
                <span className="block text-[0.8125rem] text-muted">
                  It was applied with a lock. Unlock it in its dialog on the board.
                </span>
              )}
            </span>
          </label>
        </div>
      )}
      <Explanation planId={planId} bookingId={id} />
    </Dialog>
  );
}

function BookingLink({ id }: { readonly id: string }) {
  return (
    <Link
      href={`/bookings/${id}`}
      className="inline-flex min-h-9 items-center gap-2 rounded-lg border px-3.5 font-semibold text-ink hover:bg-hover pointer-coarse:min-h-11"
    >
      Open the booking <Icon name="arrow" />
    </Link>
  );
}

interface ExplanationProps {
  readonly planId: string;
  readonly bookingId: string;
}

/** Why a booking is with its crew, or with none, and what is said of the other crews. */
export function Explanation({ planId, bookingId }: ExplanationProps) {
  const { data, error } = useQuery(explanationQuery(planId, bookingId));
  if (error) return <p>{error.message}</p>;
  if (!data) return <SkeletonRows rows={2} label="Loading the reasons" />;
  return (
    <section aria-label="Reasons" className="grid gap-2 text-ink">
      <p>
        {data.summary}
        {data.basis === 'day' && ' Compared with the day as it is now.'}
      </p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto text-[0.8125rem]">
        {data.crews.map(({ crew_id, name, reason }) => (
          <li key={crew_id} className="flex justify-between gap-3">
            <span className="font-medium">{name}</span>
            <span className="text-right text-muted">{reasonWords[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const reasonWords: Readonly<Record<PlanExplanation['crews'][number]['reason'], string>> = {
  assigned: 'has it in this plan',
  feasible: 'could serve it',
  full: 'no time between its other jobs',
  shift: 'does not work then',
  travel_time: 'cannot arrive in time',
  buffer: 'only without a buffer',
  locked: 'locked',
  declined: 'declined or removed',
  vehicle: 'wrong vehicle',
  members: 'too few crew members',
  area: 'outside its home areas',
  unsuitable: 'does not fit',
};
