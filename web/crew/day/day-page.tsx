// Main page of a crew: sync state, notices, offers, the current stop, the route and later jobs. During a job the current stop
// comes first, with links above it to the notices and offers below it.
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { counted, fill } from '../../ui/interpolate.ts';
import { lazyMap } from '../../ui/map/lazy-map.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CrewDay } from '../api.generated.ts';
import { currentStop } from '../offline/optimistic-day.ts';
import type { DayProps } from './day-props.ts';
import { LocationCard } from './location-card.tsx';
import { StopActions } from './stop-actions.tsx';
import { CallDispatch, StopCard } from './stop-card.tsx';
import type { StopDialog } from './stop-dialogs.tsx';
import { StopList } from './stop-list.tsx';
import { SyncBar } from './sync-bar.tsx';
import { UndoBar } from './undo-bar.tsx';
import { UpcomingJobs } from './upcoming-jobs.tsx';
import { useWakeLock } from './use-wake-lock.ts';

const OfferList = lazyMap(async () => (await import('./offer-list.tsx')).OfferList);
const OfferLink = lazyMap(async () => (await import('./offer-list.tsx')).OfferLink);
const DayNotices = lazyMap(async () => (await import('./day-notices.tsx')).DayNotices);
const NoticeLink = lazyMap(async () => (await import('./day-notices.tsx')).NoticeLink);
const StopDialogs = lazyMap(async () => (await import('./stop-dialogs.tsx')).StopDialogs);
const JobMap = lazyMap(async () => (await import('./job-map.tsx')).JobMap);

export function DayPage(props: DayProps) {
  const { words, view, day } = props;
  const [job, ...later] = day.jobs;
  const stop = job && currentStop(job);
  const [opened, setOpened] = useState<{ stopId: string; dialog: StopDialog | null } | null>(null);
  const open = (dialog: StopDialog | null) => setOpened(stop ? { stopId: stop.id, dialog } : null);
  const isWorking = job?.is_under_way === true;
  useWakeLock(isWorking);
  // A day that was stored by an earlier version of the page has no offers.
  const offers = day.offers ?? [];
  const offerList = <OfferList {...props} offers={offers} />;
  return (
    <main className="flex flex-1 flex-col">
      <div className="grid flex-1 grid-cols-1 content-start gap-3 px-4 pb-4">
        <SyncBar {...props} />
        {view.othersWaitingCount > 0 && (
          <Notice
            tone="quiet"
            title={counted(words.waiting_one, words.waiting_other, view.othersWaitingCount)}
          >
            {words.keptNote}
          </Notice>
        )}
        {isWorking ? (
          <>
            <NoticeLink {...props} />
            <OfferLink phone={props.phone} offers={offers} />
          </>
        ) : (
          <>
            <DayNotices {...props} />
            {offerList}
          </>
        )}
        {job && stop ? (
          <>
            {!isWorking && <p className="eyebrow">{words.nextJob}</p>}
            <StopCard {...{ ...props, job, stop }} onAddNote={() => open({ kind: 'note' })} />
            {isWorking && (
              <>
                <DayNotices {...props} />
                {offerList}
                <LocationCard {...props} bookingId={job.booking_id} />
              </>
            )}
            <div className="relative h-64 overflow-hidden rounded-2xl border bg-card shadow-xs">
              <JobMap {...{ ...props, job, stop }} />
            </div>
            <StopList {...{ ...props, job, stop }} />
          </>
        ) : (
          <NoJobs {...props} />
        )}
        {later.length > 0 && <UpcomingJobs {...props} jobs={later} canSetOut={job?.is_under_way === false} />}
      </div>
      <div
        className={
          stop || view.undoable.length > 0 ? 'sticky bottom-0 z-10 border-t bg-card shadow-float' : undefined
        }
      >
        <UndoBar {...props} />
        {job && stop && <StopActions key={stop.id} {...{ ...props, job, stop }} onOpen={open} />}
      </div>
      {job && stop && (
        <StopDialogs
          {...{ ...props, job, stop }}
          dialog={opened?.stopId === stop.id ? opened.dialog : null}
          onOpen={open}
        />
      )}
    </main>
  );
}

/** The crew has worked, and its shift is over. */
const isDayDone = ({ shift, finished_count, now }: CrewDay) =>
  finished_count > 0 && (shift === null || Date.parse(shift.starts_at) > Date.parse(now));

function NoJobs({ words, times, day }: DayProps) {
  const { shift, crew } = day;
  return (
    <div className="rounded-2xl border bg-card shadow-xs">
      <h1 className="sr-only">{words.pageTitle}</h1>
      <EmptyState
        icon={crew ? 'check' : 'inbox'}
        title={!crew ? words.noCrewTitle : day.finished_count > 0 ? words.allDoneTitle : words.noJobsTitle}
      >
        <p>{!crew ? words.noCrew : isDayDone(day) ? words.dayDone : words.noJobs}</p>
        {crew && !isDayDone(day) && (
          <p className="mt-3">
            {shift
              ? fill(words.shift, {
                  time: times.window({ from: shift.starts_at, to: shift.ends_at }),
                })
              : words.noShift}
          </p>
        )}
        {day.finished_count > 0 && (
          <p className="mt-3">{counted(words.finished_one, words.finished_other, day.finished_count)}</p>
        )}
        <CallDispatch words={words} phoneNumber={day.dispatch_phone_number} className="mt-4 text-ink" />
      </EmptyState>
    </div>
  );
}
