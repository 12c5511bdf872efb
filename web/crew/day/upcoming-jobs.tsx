// Later jobs of the day. While no job is in progress, the crew may start any of them first.

import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { CrewJob } from '../api.generated.ts';
import { currentStop } from '../offline/optimistic-day.ts';
import { lastPoint } from '../offline/share-location.ts';
import { setOut } from '../offline/steps.ts';
import type { DayProps } from './day-props.ts';
import { CallContacts } from './stop-card.tsx';

interface UpcomingJobsProps extends DayProps {
  readonly jobs: readonly CrewJob[];
  readonly canSetOut: boolean;
}

export function UpcomingJobs(props: UpcomingJobsProps) {
  const { words, jobs } = props;
  return (
    <section aria-label={words.afterThat} className="grid grid-cols-1 gap-2">
      <h2 className="eyebrow mt-1">{words.afterThat}</h2>
      {jobs.map((job) => (
        <UpcomingJob key={job.booking_id} {...props} job={job} />
      ))}
    </section>
  );
}

function UpcomingJob({
  words,
  times,
  view,
  phone,
  job,
  canSetOut,
}: UpcomingJobsProps & { readonly job: CrewJob }) {
  const stop = currentStop(job);
  const memberId = view.session?.member.id;
  const { window } = job;
  return (
    <details className="group rounded-2xl border bg-card shadow-xs">
      <summary className="flex min-h-14 list-none items-center gap-3 px-4 py-2">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {window
              ? `${times.day(window.from, window.time_zone)}, ${times.window(window, window.time_zone)}`
              : words.asSoonAsPossible}
          </p>
          <p className="truncate text-muted">{job.stops.map(({ name }) => name).join(' → ')}</p>
        </div>
        <Icon name="chevron" className="size-5 text-muted group-open:rotate-90" />
      </summary>
      <div className="grid gap-2 border-t px-4 py-3">
        <p className="font-mono">{job.code}</p>
        {job.description !== null && <p>{job.description}</p>}
        <ol className="grid gap-3">
          {job.stops.map((each) => (
            <li key={each.id} className="grid gap-1.5">
              <p>
                {each.position + 1}. <span className="font-medium">{each.name}</span>, {each.locality}
                {each.instructions !== null && <span className="block text-muted">{each.instructions}</span>}
              </p>
              <CallContacts words={words} stop={each} />
            </li>
          ))}
        </ol>
        {canSetOut && stop && memberId !== undefined && (
          <Button
            className="min-h-12!"
            onClick={() => void phone.tell(setOut({ memberId, job, stop, at: phone.now() }, lastPoint()))}
          >
            {words.setOut}
          </Button>
        )}
      </div>
    </details>
  );
}
