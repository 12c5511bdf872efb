// List of stops with state, times and proof-of-delivery photos.

import { Badge, type Tone } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { fill } from '../ui/interpolate.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingStop } from './api.generated.ts';
import { stopName } from './headline.ts';
import type { Words } from './messages.ts';
import type { PageProps } from './page-props.ts';

export function StopList(props: PageProps) {
  const { view, words } = props;
  return (
    <section aria-label={words.stops} className="rounded-2xl border bg-card px-5 py-4 shadow-xs">
      <h2 className="sr-only">{words.stops}</h2>
      <ol>
        {view.stops.map((stop) => (
          <Stop key={stop.position} {...{ ...props, stop }} />
        ))}
      </ol>
    </section>
  );
}

function Stop({ view, words, times, stop }: PageProps & { readonly stop: TrackingStop }) {
  const { position } = stop;
  const isLast = position === view.stops.length - 1;
  const isOver = stop.state === 'done' || stop.state === 'skipped';
  const isNow = stop.state === 'driving' || stop.state === 'here';
  return (
    <li className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-5 last:pb-1">
      {!isLast && (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute top-8 bottom-0.5 left-[0.8125rem] w-0.5 rounded-full',
            isOver ? 'bg-accent' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'mt-0.5 grid size-7 place-items-center rounded-full text-[0.8125rem] font-semibold',
          stop.state === 'done' || isNow
            ? 'bg-accent text-on-accent'
            : 'border-2 border-field-line text-muted',
        )}
      >
        {stop.state === 'done' ? <Icon name="check" /> : position + 1}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-semibold">{stopName(view, position, words)}</h3>
          {stop.is_yours && <Badge tone="good">{words.yours}</Badge>}
          {view.stage !== 'scheduled' && <StateBadge state={stop.state} words={words} />}
        </div>
        <p className="text-base leading-snug">{stop.place}</p>
        {stop.unit !== null && <p className="text-base leading-snug">{stop.unit}</p>}
        <StopTimes {...{ stop, words, times }} />
        {!isProofApart(view, stop) && <Photos {...{ stop, words }} />}
      </div>
    </li>
  );
}

/** After completion, the photos of the reader's stop are above the list: they are what the page is opened for. */
const isProofApart = ({ stage, focus }: PageProps['view'], { position }: TrackingStop) =>
  stage === 'completed' && position === focus;

export function ProofCard({ view, words }: PageProps) {
  const stop = view.stops.find((each) => isProofApart(view, each));
  if (!stop || stop.photos.length + stop.photo_links.length === 0) return null;
  const title = stop.kind === 'dropoff' ? words.proof : words.stopPhotos;
  return (
    <section aria-label={title} className="rounded-2xl border bg-card px-5 py-4 shadow-xs">
      <h2 className="font-semibold">{title}</h2>
      <Photos {...{ stop, words }} />
    </section>
  );
}

const tones: Readonly<Record<TrackingStop['state'], Tone>> = {
  waiting: 'quiet',
  next: 'quiet',
  driving: 'warn',
  here: 'warn',
  done: 'good',
  skipped: 'quiet',
};

function StateBadge({ state, words }: { readonly state: TrackingStop['state']; readonly words: Words }) {
  return <Badge tone={tones[state]}>{state === 'here' ? words.hereNow : words[state]}</Badge>;
}

function StopTimes({ stop, words, times }: { stop: TrackingStop; words: Words; times: TimeFormatter }) {
  const zone = stop.time_zone;
  const line =
    stop.state === 'skipped'
      ? null
      : stop.done_at !== null
        ? fill(words.doneAt, { time: times.recent(stop.done_at, zone) })
        : stop.arrived_at !== null
          ? fill(words.arrived, { time: times.recent(stop.arrived_at, zone) })
          : stop.eta
            ? fill(words.expected, { time: times.spanInSentence(stop.eta, zone) })
            : stop.planned && (stop.state === 'waiting' || stop.state === 'next')
              ? fill(words.planned, { time: plannedTime(stop.planned, times, zone) })
              : null;
  return line && <p className="text-pretty text-muted">{line}</p>;
}

/** Day and range; today without the day. */
function plannedTime(
  planned: NonNullable<TrackingStop['planned']>,
  times: TimeFormatter,
  zone: string,
): string {
  const window = times.window(planned, zone);
  return times.isToday(planned.from, zone) ? window : `${times.dayInSentence(planned.from, zone)}, ${window}`;
}

function Photos({ stop, words }: { readonly stop: TrackingStop; readonly words: Words }) {
  if (stop.photos.length + stop.photo_links.length === 0) return null;
  return (
    <ul className="mt-2.5 grid grid-cols-2 gap-2">
      {stop.photos.map((path, index) => (
        <li key={path} className="only:col-span-2">
          <a href={path} target="_blank" rel="noreferrer" className="block overflow-hidden rounded-xl border">
            <img
              src={path}
              alt={fill(words.photoAlt, { number: index + 1, place: stop.place })}
              loading="lazy"
              className="aspect-3/2 w-full bg-tint object-cover"
            />
          </a>
        </li>
      ))}
      {stop.photo_links.map((url, index) => (
        <li key={url} className="col-span-2">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline underline-offset-4"
          >
            <Icon name="eye" />
            {fill(words.photoElsewhere, { number: stop.photos.length + index + 1 })}
            <span className="sr-only">({words.opensNew})</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
