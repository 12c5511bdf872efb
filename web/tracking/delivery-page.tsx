// Page of one tracked booking: headline, map, crew and stops. One column on phones; on desktops the map is on the
// right.

import { classNames } from '../ui/class-names.ts';
import { fill } from '../ui/interpolate.ts';
import { Notice } from '../ui/notice.tsx';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';
import { CrewCard } from './crew-card.tsx';
import { focusStop, warningsOf } from './headline.ts';
import { HeadlineCard } from './headline-card.tsx';
import type { LiveView } from './live-view.ts';
import type { Words } from './messages.ts';
import type { PageProps } from './page-props.ts';
import { RouteMap } from './route-map.tsx';
import { StopList } from './stop-list.tsx';

interface DeliveryPageProps extends PageProps {
  readonly live: LiveView;
  readonly elapsedMs: number;
}

const FRESH_MS = 15_000;

export function DeliveryPage({ live, elapsedMs, ...props }: DeliveryPageProps) {
  const { view, words, times } = props;
  const isCancelled = view.stage === 'cancelled';
  return (
    <main className="grid flex-1 content-start gap-4 px-4 pb-6 sm:px-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-5">
      <div className="grid content-start gap-4">
        <HeadlineCard {...props} status={<LiveStatus {...{ ...props, live, elapsedMs }} />} />
        {live.hasFailed && (
          <Notice tone="quiet" title={words.lostTitle}>
            {fill(words.lost, { ago: times.ago(view.now) })}
          </Notice>
        )}
        {warningsOf(view, words).map(({ title, text }) => (
          <Notice key={title} tone="warn" title={title}>
            {text}
          </Notice>
        ))}
      </div>
      {!isCancelled && (
        <RouteMap
          {...props}
          className={classNames(
            // After completion the photos matter more than the map.
            view.stage === 'completed' && 'max-lg:order-last',
            'min-h-80 lg:sticky lg:top-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-[calc(100dvh-6.5rem)]',
          )}
        />
      )}
      <div className="grid content-start gap-4">
        {view.crew && <CrewCard {...props} crew={view.crew} />}
        {!isCancelled && <StopList {...props} />}
        <Footnotes {...props} />
      </div>
    </main>
  );
}

/** State of the SSE connection and age of the data. */
function LiveStatus({ view, words, times, live, elapsedMs }: DeliveryPageProps) {
  const nowMs = Date.parse(view.now) + elapsedMs;
  const isOver = view.stage === 'completed' || view.stage === 'cancelled';
  if (isOver) return null;
  const isConnected = live.isLive && !live.hasFailed;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <span
          aria-hidden="true"
          className={isConnected ? 'size-2 rounded-full bg-bar-good' : 'size-2 rounded-full bg-signal'}
        />
        {isConnected ? words.live : words.reconnecting}
      </span>
      <span>{freshness(view, words, times, nowMs)}</span>
    </p>
  );
}

function freshness(view: TrackingView, words: Words, times: TimeFormatter, nowMs: number): string {
  const pointAt = view.crew?.point_at ?? null;
  const atMs = Date.parse(pointAt ?? view.now);
  if (nowMs - atMs < FRESH_MS) return words.updatedNow;
  return fill(pointAt === null ? words.updatedAgo : words.positionAgo, { ago: times.ago(atMs) });
}

function Footnotes({ view, words, times }: PageProps) {
  const { time_zone } = focusStop(view);
  const zone = times.zoneNameIfForeign(view.now, time_zone);
  return (
    <footer className="grid gap-1 px-1 text-[0.8125rem] text-muted">
      <p>
        {words.code}: <span className="font-mono font-semibold text-ink">{view.confirmation_code}</span>
      </p>
      {zone !== null && <p>{fill(words.localTime, { zone })}</p>}
      {view.expires_at && <p>{fill(words.expires, { time: times.date(view.expires_at, time_zone) })}</p>}
    </footer>
  );
}
