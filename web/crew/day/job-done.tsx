// The end of a job: its stops, whether the crew was on time, and what comes next. Shown until the crew sets out again or
// dismisses it.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { counted, fill } from '../../ui/interpolate.ts';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CrewJob } from '../api.generated.ts';
import type { DayProps } from './day-props.ts';
import { refusalMessages } from './refusal-messages.ts';

export function JobDone({ times, view, day: { just_finished: finished, jobs } }: DayProps) {
  const [language] = useLanguage();
  const texts = refusalMessages[language];
  const [shown, setShown] = useState<CrewJob | null>(null);
  const [dismissed, setDismissed] = useState('');
  const [next] = jobs;
  const isUnderWay = next?.is_under_way === true;
  const job = finished ?? shown;
  const isRefused = view.refused.some(({ action }) => action.booking_id === job?.booking_id);
  // Kept after the last step is sent, when the server no longer lists the job, but not after the step was undone (the job
  // is under way again) or rejected.
  useEffect(() => {
    if (isUnderWay || isRefused) setShown(null);
    else if (finished) setShown(finished);
  }, [finished, isUnderWay, isRefused]);
  const isHidden = job === null || job.booking_id === dismissed || isUnderWay || isRefused;
  return (
    <div role="status" className={isHidden ? 'sr-only' : undefined}>
      {!isHidden && (
        <Notice
          tone="good"
          title={fill(isOnTime(job) ? texts.jobDoneOnTime : texts.jobDone, {
            stops: counted(texts.stops_one, texts.stops_other, doneCount(job)),
          })}
          actions={<Button onClick={() => setDismissed(job.booking_id)}>{texts.understood}</Button>}
        >
          {next
            ? fill(texts.nextAt, { time: times.recent(next.starts_at, next.stops[0]?.time_zone) })
            : texts.nothingNext}
        </Notice>
      )}
    </div>
  );
}

const doneCount = ({ stops }: CrewJob) => stops.filter(({ state }) => state === 'done').length;

/** Arrived at the stop of the window before its end. On demand nothing was promised. */
function isOnTime({ window, stops }: CrewJob): boolean {
  const arrivedAt = window && stops[window.stop]?.arrived_at;
  return Boolean(arrivedAt) && Date.parse(arrivedAt ?? '') <= Date.parse(window?.to ?? '');
}
