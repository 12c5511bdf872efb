// Lists beside the live map: late and failed bookings with the reason, bookings without a crew, and planned ones. Each row leads to the
// booking and to another crew.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { UnassignedJob } from '../api.ts';
import { offerLabel, plannedLabel } from '../board/board-labels.ts';
import { windowText } from '../bookings/window-text.ts';
import { useHasRole } from '../session-context.tsx';
import { type AlertedJob, formatJob, lateLabel } from './crew-status.ts';

/** Booking for which the dispatcher chooses a crew. */
export interface AssignedJob {
  readonly id: string;
  readonly hid: string;
  readonly crewId: string | null;
  readonly note: string;
  readonly offer: UnassignedJob['offer'];
  readonly timeZone: string;
}

type OnAssign = (job: AssignedJob) => void;

interface AlertListProps {
  readonly jobs: readonly AlertedJob[];
  readonly onAssign: OnAssign;
  readonly onChooseCrew: (crewId: string) => void;
}

export function AlertList({ jobs, onAssign, onChooseCrew }: AlertListProps) {
  const mayAssign = useHasRole('dispatcher');
  return (
    <Card title={`Late or failed (${jobs.length})`} isFlush>
      <ul
        className="divide-y md:max-xl:max-h-[36dvh] md:max-xl:overflow-y-auto"
        aria-label="Late or failed bookings"
      >
        {jobs.map(({ crew, job, alert }) => (
          <Row
            key={job.id}
            booking={job}
            badge={
              <Badge tone="bad">
                <Icon name={alert.kind === 'failed' ? 'flag' : 'clock'} className="size-3.5" />
                {alert.label}
              </Badge>
            }
            actions={
              mayAssign &&
              (alert.kind === 'failed' ? (
                <ButtonLink size="small" href={`/bookings/${job.id}`}>
                  Decide<span className="sr-only"> about {job.hid}</span>
                </ButtonLink>
              ) : (
                <Button
                  size="small"
                  onClick={() =>
                    onAssign({
                      id: job.id,
                      hid: job.hid,
                      crewId: crew.id,
                      note: `${windowText(job.window)} · with ${crew.name}`,
                      offer: null,
                      timeZone: job.time_zone ?? 'UTC',
                    })
                  }
                >
                  Reassign<span className="sr-only"> {job.hid}</span>
                </Button>
              ))
            }
          >
            {alert.reason !== null && <p className="font-medium text-danger">“{alert.reason}”</p>}
            <p>
              <button
                type="button"
                onClick={() => onChooseCrew(crew.id)}
                className="rounded-sm font-medium text-ink underline underline-offset-2"
              >
                {crew.name}
              </button>
              {crew.phone_number !== null && <PhoneLink number={crew.phone_number} who={crew.name} isIcon />}{' '}
              · {formatJob(job)}
            </p>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

interface UnassignedListProps {
  readonly title: string;
  readonly jobs: readonly UnassignedJob[];
  readonly onAssign: OnAssign;
}

export function UnassignedList({ title, jobs, onAssign }: UnassignedListProps) {
  const mayAssign = useHasRole('dispatcher');
  return (
    <Card title={`${title} (${jobs.length})`} isFlush>
      <ul className="divide-y md:max-xl:max-h-[30dvh] md:max-xl:overflow-y-auto">
        {jobs.map((job) => (
          <Row
            key={job.id}
            booking={job}
            badge={job.minutes_late > 0 && <Badge tone="bad">{lateLabel(job.minutes_late)}</Badge>}
            actions={
              mayAssign && (
                <Button
                  size="small"
                  onClick={() =>
                    onAssign({
                      id: job.id,
                      hid: job.hid,
                      crewId: null,
                      note: windowText(job.window),
                      offer: job.offer,
                      timeZone: job.time_zone ?? 'UTC',
                    })
                  }
                >
                  Assign<span className="sr-only"> a crew to {job.hid}</span>
                </Button>
              )
            }
          >
            {job.planned && (
              <p className="font-medium text-ink">{plannedLabel(job.planned, job.time_zone ?? undefined)}</p>
            )}
            {job.offer && (
              <p className="font-medium text-ink">
                {offerLabel(job.offer, (at) => englishTimes.time(at, job.time_zone ?? undefined))}
              </p>
            )}
            <p>{job.stops.map(({ name }) => name).join(' → ')}</p>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  readonly booking: Pick<UnassignedJob, 'id' | 'hid' | 'partner' | 'customer' | 'window'>;
  readonly badge: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Row({ booking: { id, hid, partner, customer, window }, badge, actions, children }: RowProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 text-[0.8125rem] sm:px-5">
      <div className="grid min-w-0 flex-1 gap-1 text-muted">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {badge}
          <Link href={`/bookings/${id}`} className="font-mono font-semibold text-accent underline">
            {hid}
          </Link>
          <span>{customer ?? partner}</span>
        </p>
        {children}
        <p>
          <span className="sr-only">Window </span>
          {windowText(window)}
        </p>
      </div>
      {actions}
    </li>
  );
}
