// Timeline of the attempts of a delivery, oldest first, and the time of the next one. The latest attempt is expanded.

import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { DueTime, RelativeTime } from '../../ui/relative-time.tsx';
import { formatMilliseconds } from '../../ui/time-format.ts';
import type { DeliveryDetail, PortalAttempt } from '../api.generated.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { adviceFor, formatAttemptOutcome, triggers } from './delivery-labels.ts';

export function AttemptTimeline({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { log, next_attempt_at, payload, status } = delivery;
  return (
    <ol className="grid" aria-live="polite">
      {log.map((attempt, index) => (
        <TimelineItem
          key={attempt.id}
          icon={attempt.outcome === 'ok' ? 'check' : 'close'}
          isGood={attempt.outcome === 'ok'}
          isLast={index === log.length - 1 && next_attempt_at === null}
        >
          <Attempt attempt={attempt} payload={payload} isLatest={index === log.length - 1} />
        </TimelineItem>
      ))}
      {next_attempt_at !== null && status === 'pending' && (
        <TimelineItem icon="clock" isGood={null} isLast>
          <p className="pt-0.5 text-muted">
            {log.length === 0 ? 'First attempt ' : 'Next attempt '}
            <DueTime at={next_attempt_at} tip="start" />
          </p>
        </TimelineItem>
      )}
      {log.length === 0 && next_attempt_at === null && <li className="text-muted">No attempts yet.</li>}
    </ol>
  );
}

interface TimelineItemProps {
  readonly icon: IconName;
  readonly isGood: boolean | null;
  readonly isLast: boolean;
  readonly children: React.ReactNode;
}

function TimelineItem({ icon, isGood, isLast, children }: TimelineItemProps) {
  const look =
    isGood === null
      ? 'bg-paper text-muted'
      : isGood
        ? 'bg-good-tint text-good'
        : 'bg-danger-tint text-danger';
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-3 pb-4 last:pb-0">
      {!isLast && (
        <span aria-hidden="true" className="absolute top-7 bottom-0 left-3 border-l-2 border-dashed" />
      )}
      <span className={classNames('grid size-6 place-items-center rounded-full', look)}>
        <Icon name={icon} className="size-3.5 stroke-[2.4]" />
      </span>
      {children}
    </li>
  );
}

interface AttemptProps {
  readonly attempt: PortalAttempt;
  readonly payload: string | null;
  readonly isLatest: boolean;
}

function Attempt({ attempt, payload, isLatest }: AttemptProps) {
  const trigger = triggers[attempt.trigger];
  const advice = adviceFor(attempt);
  return (
    <details open={isLatest} className="group min-w-0">
      <summary className="-mx-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-sm px-1 py-0.5 marker:content-none">
        <span className="font-semibold">{formatAttemptOutcome(attempt)}</span>
        {trigger !== null && <Badge tone="quiet">{trigger}</Badge>}
        <span className="text-[0.8125rem] text-muted tabular-nums">
          #{attempt.number} · {formatMilliseconds(attempt.duration_ms)} ·{' '}
          <RelativeTime at={attempt.started_at} isInList tip="end" />
        </span>
        <Icon name="chevron" className="ml-auto text-muted transition-transform group-open:rotate-90" />
      </summary>
      <div className="mt-2 grid gap-3">
        {attempt.error !== null && <p className="font-mono text-xs text-danger">{attempt.error}</p>}
        {advice !== '' && <p className="text-[0.8125rem] text-muted">{advice}</p>}
        <AttemptDetails attempt={attempt} payload={payload} />
      </div>
    </details>
  );
}
