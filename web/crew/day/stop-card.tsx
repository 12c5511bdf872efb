// Card of the current stop: address, arrival window, instructions, navigation and contacts.
import { useEffect, useRef } from 'react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { fill } from '../../ui/interpolate.ts';
import type { CrewStop } from '../api.generated.ts';
import type { Words } from '../messages.ts';
import type { StopProps } from './day-props.ts';
import { mapsLink } from './maps-link.ts';

export const bookingStateLabels = {
  waiting: 'stateWaiting',
  pending: 'statePending',
  driving: 'stateDriving',
  at: 'stateAt',
  failed: 'stateFailed',
  done: 'stateDone',
  skipped: 'stateSkipped',
} as const satisfies Record<CrewStop['state'], keyof Words>;

export const stateTones: Readonly<Record<CrewStop['state'], Tone>> = {
  waiting: 'quiet',
  pending: 'quiet',
  driving: 'warn',
  at: 'good',
  failed: 'bad',
  done: 'good',
  skipped: 'quiet',
};

const linkClass =
  'flex min-h-13 items-center justify-center gap-2 rounded-xl border border-field-line px-3 text-base font-semibold hover:bg-hover';

interface StopCardProps extends StopProps {
  readonly onAddNote: () => void;
}

export function StopCard({ words, times, view, job, stop, onAddNote }: StopCardProps) {
  const card = useRevealOnChange(stop.id, job.booking_id);
  return (
    <section
      ref={card}
      aria-label={words[stop.kind]}
      className="scroll-mt-3 rounded-2xl border bg-card p-4 shadow-xs"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="eyebrow">
          {fill(words.stopOf, {
            kind: words[stop.kind],
            number: stop.position + 1,
            count: job.stops.length,
          })}
        </p>
        <Badge tone={stateTones[stop.state]} hasDot>
          {words[bookingStateLabels[stop.state]]}
        </Badge>
      </div>
      <h1 className="mt-1.5 text-2xl leading-tight font-semibold tracking-tight text-balance">{stop.name}</h1>
      <p className="text-base text-muted">{stop.locality}</p>
      <ArrivalWindow {...{ words, times, job, stop }} />
      <AccessDetails {...{ words, stop }} />
      {stop.instructions !== null && (
        <p className="mt-3 rounded-xl bg-signal-tint px-3 py-2 text-base whitespace-pre-line text-ink">
          {stop.instructions}
        </p>
      )}
      <div className="mt-4 grid gap-2">
        <a href={mapsLink(stop.point, stop.name)} target="_blank" rel="noreferrer" className={linkClass}>
          <Icon name="navigate" className="size-5" />
          {words.navigate}
          <span className="sr-only">({words.opensMaps})</span>
        </a>
        <CallContacts {...{ words, stop }} />
        {/* Shown beside the explanation if the stop has failed. */}
        {stop.state !== 'failed' && (
          <CallDispatch words={words} phoneNumber={job.dispatch_phone_number} className="" />
        )}
      </div>
      {stop.contacts.length === 0 && <p className="mt-2 text-center text-muted">{words.noContact}</p>}
      {stop.contacts.some(({ is_masked }) => is_masked) && (
        <p className="mt-2 text-center text-[0.8125rem] text-muted">{words.maskedNote}</p>
      )}
      <Notes {...{ words, times, view, stop, onAddNote }} />
      <JobDetails {...{ words, job }} />
    </section>
  );
}

/**
 * Scrolls to the top of the card when it shows another stop and its top is out of view: the page may be scrolled to the
 * map of the stop before. Another job begins at the top of the page, which says how the last one ended. Instant for every
 * reader, because the content is replaced at once. The focus stays.
 */
function useRevealOnChange(stopId: string, bookingId: string) {
  const ref = useRef<HTMLElement>(null);
  const shown = useRef({ stopId, bookingId });
  useEffect(() => {
    const before = shown.current;
    if (before.stopId === stopId) return;
    shown.current = { stopId, bookingId };
    if (before.bookingId !== bookingId) return scrollTo({ top: 0, behavior: 'instant' });
    const top = ref.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) ref.current?.scrollIntoView({ behavior: 'instant' });
  }, [stopId, bookingId]);
  return ref;
}

export function CallContacts({ words, stop }: Pick<StopProps, 'words' | 'stop'>) {
  return stop.contacts.map(({ name, phone_number }) => (
    <a key={`${name} ${phone_number}`} href={`tel:${phone_number}`} className={linkClass}>
      <Icon name="phone" className="size-5" />
      <span className="truncate">{name === null ? words.callContact : fill(words.call, { name })}</span>
    </a>
  ));
}

interface CallDispatchProps {
  readonly words: Words;
  /** Undefined in a day that was stored by an earlier version of the page. */
  readonly phoneNumber: string | null | undefined;
  readonly className: string;
}

export function CallDispatch({ words, phoneNumber, className }: CallDispatchProps) {
  if (!phoneNumber) return null;
  return (
    <a href={`tel:${phoneNumber}`} className={classNames(linkClass, className)}>
      <Icon name="phone" className="size-5" />
      {words.callDispatch}
    </a>
  );
}

function Notes({
  words,
  times,
  view,
  stop,
  onAddNote,
}: Pick<StopCardProps, 'words' | 'times' | 'view' | 'stop' | 'onAddNote'>) {
  return (
    <div className="mt-3 grid gap-2">
      {stop.notes?.map(({ at, by, text, problem }) => (
        <p
          key={`${at} ${text}`}
          className={classNames(
            'rounded-xl px-3 py-2 whitespace-pre-line',
            problem ? 'bg-signal-tint' : 'bg-tint',
          )}
        >
          {problem && <span className="block font-semibold">{words[problem]}</span>}
          {text}
          {problem && stop.state === 'driving' && (
            <span className="block">
              {view.unsentReports.includes(stop.id) ? words.failedUnsent : words.problemKnown}
            </span>
          )}
          <span className="block text-[0.8125rem] text-muted">
            {by}, {times.time(at, stop.time_zone)}
          </span>
        </p>
      ))}
      <button type="button" onClick={onAddNote} className={linkClass}>
        <Icon name="edit" className="size-5" />
        {words.addNote}
      </button>
    </div>
  );
}

function ArrivalWindow({ words, times, job, stop }: Pick<StopProps, 'words' | 'times' | 'job' | 'stop'>) {
  const { window } = job;
  if (window && window.stop !== stop.position) return <EstimatedTime {...{ words, times, stop }} />;
  const zone = window && times.zoneNameIfForeign(window.from, window.time_zone);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-base font-semibold">
      <Icon name="clock" className="size-5 text-muted" />
      {window ? (
        <>
          {times.day(window.from, window.time_zone)}, {times.window(window, window.time_zone)}
          {zone !== null && (
            <span className="font-normal text-muted">{fill(words.localTime, { zone: zone ?? '' })}</span>
          )}
        </>
      ) : (
        words.asSoonAsPossible
      )}
      {!job.is_under_way && (
        <span className="basis-full font-normal text-muted">
          {fill(words.departure, { time: times.recent(job.starts_at, stop.time_zone) })}
        </span>
      )}
    </p>
  );
}

/** The time that customers see for a stop without a window of its own, until the crew has arrived. */
function EstimatedTime({ words, times, stop }: Pick<StopProps, 'words' | 'times' | 'stop'>) {
  // A day that was stored by an earlier version of the page has no planned times.
  if (!stop.planned || stop.arrived_at !== null) return null;
  return (
    <p className="mt-2 flex items-center gap-x-2 text-base font-semibold">
      <Icon name="clock" className="size-5 text-muted" />
      {fill(words.estimated, { time: times.window(stop.planned, stop.time_zone) })}
    </p>
  );
}

function AccessDetails({ words, stop }: Pick<StopProps, 'words' | 'stop'>) {
  const details = [
    stop.unit,
    stop.floor === null ? null : fill(words.floor, { floor: stop.floor }),
    stop.has_elevator === null ? null : stop.has_elevator ? words.elevator : words.noElevator,
  ].filter((detail) => detail !== null);
  if (details.length === 0) return null;
  return <p className="mt-2 text-base font-medium">{details.join(' · ')}</p>;
}

function JobDetails({ words, job }: Pick<StopProps, 'words' | 'job'>) {
  const order = job.order_number === null ? null : fill(words.order, { order: job.order_number });
  return (
    <p className="mt-3 border-t pt-3 text-muted">
      <span className="font-mono text-ink">{job.code}</span>
      {order !== null && <> · {order}</>}
      {job.description !== null && <span className="block text-ink">{job.description}</span>}
    </p>
  );
}
