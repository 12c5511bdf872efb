// Card of a job of a plan: time, and what the plan changes. Text and icon carry everything that colour says.
import { type CSSProperties, memo } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { TimeRange } from '../../ui/time-format.ts';
import type { PlanJob } from '../api.ts';
import type { JobChange } from './plan-changes.ts';

interface PlanJobCardProps {
  readonly job: PlanJob;
  readonly change: JobChange;
  /** Name of the crew that the booking was planned for. */
  readonly previousCrew: string | null;
  readonly isExcluded: boolean;
  readonly isLocked: boolean;
  readonly formatTime: (at: string) => string;
  readonly formatSpan: (range: TimeRange) => string;
  readonly onOpen: (bookingId: string) => void;
  /** Reachable by Tab. On the grid one card is, and arrow keys move between them. */
  readonly isTabStop?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
}

export const changeIcons: Readonly<Record<JobChange, IconName>> = {
  new: 'plus',
  moved: 'arrow',
  retimed: 'clock',
  kept: 'check',
  fixed: 'people',
};
const statusWords = {
  planned: 'Unchanged',
  offered: 'Offered',
  dispatched: 'Assigned',
  started: 'Started',
} as const;

export const PlanJobCard = memo(function PlanJobCard(props: PlanJobCardProps) {
  const { job, change, previousCrew, isExcluded, isLocked, formatTime, formatSpan, onOpen } = props;
  const { isTabStop = false, className = '', style } = props;
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-card={job.booking_id}
      data-change={change}
      data-excluded={isExcluded ? '' : undefined}
      className={`board-card plan-card ${className}`}
      style={style}
      onClick={() => onOpen(job.booking_id)}
    >
      <span className="board-body">
        <span>
          <Icon name={changeIcons[change]} />
          <b data-fill className="font-mono tracking-tight">
            {job.hid}
          </b>
          {isLocked && (
            <>
              <Icon name="lock" />
              <span className="sr-only">Locked</span>
            </>
          )}
        </span>
        <span>
          <span data-fill>{formatSpan({ from: job.arrives_at, to: job.ends_at })}</span>
        </span>
        <span className="text-muted">
          <span data-fill>
            {isExcluded ? 'Not applied' : describeChange(job, change, previousCrew, formatTime)}
          </span>
        </span>
      </span>
    </button>
  );
});

export function describeChange(
  { status, previous }: PlanJob,
  change: JobChange,
  previousCrew: string | null,
  formatTime: (at: string) => string,
): string {
  if (change === 'new') return 'New';
  if (change === 'moved') return `From ${previousCrew ?? 'another crew'}`;
  if (change === 'retimed' && previous) return `Was ${formatTime(previous.arrives_at)}`;
  return statusWords[status];
}
