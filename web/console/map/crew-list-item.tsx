// A crew in the list beside the live map: age of its position, its current job, and how to call it.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { DueTime } from '../../ui/relative-time.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { MapCrew } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';
import { currentJob, formatJob, formatSeen, isStale, jobAlert } from './crew-status.ts';
import { CrewSwatch } from './crew-swatch.tsx';
import { VisitList } from './visit-list.tsx';

interface CrewListItemProps {
  readonly crew: MapCrew;
  readonly hue: number;
  readonly nowMs: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function CrewListItem({ crew, hue, nowMs, isChosen, onChoose }: CrewListItemProps) {
  const job = currentJob(crew);
  const alert = job && jobAlert(job);
  const vehicle = crew.vehicle_type ? vehicleNames[crew.vehicle_type] : 'No vehicle';
  return (
    <li className={classNames('grid gap-1 px-4 py-2.5 sm:px-5', isChosen && 'bg-tint')}>
      <p className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="flex items-center gap-2 rounded-sm font-semibold hover:underline"
        >
          <CrewSwatch name={crew.name} hue={hue} />
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
      </p>
      {job ? (
        <p className="text-[0.8125rem] text-muted">
          <Link href={`/bookings/${job.id}`} className="font-mono font-semibold text-accent underline">
            {job.hid}
          </Link>{' '}
          {alert && <span className="font-semibold text-danger">{alert.label} · </span>}
          {formatJob(job)}
          {job.eta !== null &&
            (Date.parse(job.eta) > nowMs ? (
              <>
                , ETA <DueTime at={job.eta} isInList />
              </>
            ) : (
              `, was expected ${englishTimes.time(job.eta)}`
            ))}
          {crew.jobs.length > 1 && ` · ${crew.jobs.length - 1} more`} · {vehicle}
        </p>
      ) : (
        <p className="text-[0.8125rem] text-muted">No jobs within 24 hours · {vehicle}</p>
      )}
      {isChosen && crew.jobs.length > 0 && <VisitList crew={crew} />}
    </li>
  );
}
