// Notices: rejected steps, jobs that the crew lost, decisions about stops, and the job that the crew has just completed. Below
// the current stop, with a link above it, during a job; otherwise above the jobs. Loaded after the page.
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { counted, fill } from '../../ui/interpolate.ts';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';
import type { DayProps } from './day-props.ts';
import { JobDone } from './job-done.tsx';
import { refusalMessages } from './refusal-messages.ts';
import { groupByReason, RejectedSteps } from './refused-steps.tsx';
import { CallDispatch } from './stop-card.tsx';

export function DayNotices(props: DayProps) {
  return (
    <div id="notices" className={countOf(props) === 0 ? 'contents' : 'grid scroll-mt-4 grid-cols-1 gap-3'}>
      <RejectedSteps {...props} />
      <EndedJobs {...props} />
      <StopDecisions {...props} />
      <JobDone {...props} />
    </div>
  );
}

/** Number of notices that wait below the current stop. */
export function NoticeLink(props: DayProps) {
  const [language] = useLanguage();
  const texts = refusalMessages[language];
  const count = countOf(props);
  if (count === 0) return null;
  return (
    <a
      href="#notices"
      className="flex min-h-11 items-center gap-2 rounded-xl bg-signal-tint px-3 font-semibold text-signal"
    >
      <Icon name="alert" className="size-5" />
      {counted(texts.notices_one, texts.notices_other, count)}
    </a>
  );
}

function countOf(props: DayProps): number {
  const { refused, decisions } = props.view;
  return groupByReason(refused).length + endedJobsOf(props).length + decisions.length;
}

// A rejected step says the same of its job. A day that was stored by an earlier version of the page has no ended jobs.
const endedJobsOf = ({ day, view: { refused } }: DayProps) =>
  (day.ended_jobs ?? []).filter(
    ({ booking_id }) => !refused.some(({ action }) => action.booking_id === booking_id),
  );

/** A job must not disappear without a word: its items may be in the vehicle. */
function EndedJobs(props: DayProps) {
  const { words, day, phone } = props;
  const [language] = useLanguage();
  const texts = refusalMessages[language];
  return endedJobsOf(props).map(({ booking_id, code, place, reason }) => (
    <div key={booking_id} role="alert">
      <Notice
        tone="warn"
        title={fill(reason === 'cancelled' ? texts.endedCancelled : texts.endedReassigned, { code })}
        actions={
          <>
            <CallDispatch words={words} phoneNumber={day.dispatch_phone_number} className="text-ink" />
            <Button onClick={() => void phone.dismissNotice(booking_id)}>{texts.understood}</Button>
          </>
        }
      >
        <p className="font-medium">{place}</p>
        <p className="mt-1">{texts.endedItems}</p>
      </Notice>
    </div>
  ));
}

/** The crew waits for the decision on its report, and must not miss it while the phone is locked. */
function StopDecisions({ words, day, view: { decisions }, phone }: DayProps) {
  const [language] = useLanguage();
  const texts = refusalMessages[language];
  return decisions.map(({ stopId, place, kind, hasItems }) => {
    const asksForItems = kind === 'skipped' && hasItems;
    return (
      <div key={stopId} role="alert">
        <Notice
          tone="warn"
          title={fill(texts[kind], { place })}
          actions={
            <>
              {asksForItems && (
                <CallDispatch words={words} phoneNumber={day.dispatch_phone_number} className="text-ink" />
              )}
              <Button onClick={() => void phone.dismissNotice(stopId)}>{texts.understood}</Button>
            </>
          }
        >
          {asksForItems && texts.skippedItems}
        </Notice>
      </div>
    );
  });
}
