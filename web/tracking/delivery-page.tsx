// Page of one tracked booking: headline, map, crew and stops. One column on phones; on desktops the map is on the
// right.

import { fill } from '../ui/interpolate.ts';
import { Notice } from '../ui/notice.tsx';
import { CallLink, CrewCard } from './crew-card.tsx';
import { focusStop, senderName } from './headline.ts';
import { HeadlineCard } from './headline-card.tsx';
import { HelpLinks, helpLinksOf } from './help-links.tsx';
import { LiveStatus } from './live-status.tsx';
import type { LiveView } from './live-view.ts';
import type { PageProps } from './page-props.ts';
import { RouteMap } from './route-map.tsx';
import { ProofCard, StopList } from './stop-list.tsx';
import { warningsOf } from './warnings.ts';

interface DeliveryPageProps extends PageProps {
  readonly live: LiveView;
}

export function DeliveryPage({ live, ...props }: DeliveryPageProps) {
  const { view, words, times } = props;
  const isCancelled = view.stage === 'cancelled';
  const map = !isCancelled && (
    <RouteMap
      key="map"
      {...props}
      className="min-h-80 lg:sticky lg:top-5 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:h-[calc(100dvh-6.5rem)]"
    />
  );
  const details = (
    <div key="details" className="grid content-start gap-4">
      <ProofCard {...props} />
      {view.crew && <CrewCard {...props} crew={view.crew} />}
      {!isCancelled && <StopList {...props} />}
    </div>
  );
  return (
    <main className="grid flex-1 content-start gap-4 px-4 pb-6 sm:px-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-5">
      <div className="grid content-start gap-4">
        <HeadlineCard {...props} status={<LiveStatus {...props} live={live} />} />
        {live.hasFailed && (
          <Notice tone="quiet" title={words.lostTitle}>
            {fill(words.lost, { ago: times.ago(view.now) })}
          </Notice>
        )}
        {warningsOf(view, words).map(({ title, text, hasCall }) => (
          <Notice
            key={title}
            tone="warn"
            title={title}
            actions={hasCall && view.crew?.phone_number ? <CallLink {...props} /> : undefined}
          >
            {text}
          </Notice>
        ))}
      </div>
      {/* After completion the photos matter more than the map. */}
      {view.stage === 'completed' ? [details, map] : [map, details]}
      <Footnotes {...props} />
    </main>
  );
}

/** Confirmation code, help, time zone and expiry. */
function Footnotes({ view, words, times }: PageProps) {
  const { time_zone } = focusStop(view);
  const zone = times.zoneNameIfForeign(view.now, time_zone);
  const code = <span className="font-mono font-semibold text-ink">{view.confirmation_code}</span>;
  return (
    <footer className="grid content-start gap-1 px-1 text-[0.8125rem] text-muted">
      <p>
        {words.code}: {code}
      </p>
      {helpLinksOf(view).length > 0 && (
        <>
          <p>{fill(words.help, { sender: senderName(view, words) })}</p>
          <HelpLinks view={view} />
        </>
      )}
      {zone !== null && <p>{fill(words.localTime, { zone })}</p>}
      {view.expires_at && <p>{fill(words.expires, { time: times.date(view.expires_at, time_zone) })}</p>}
    </footer>
  );
}
