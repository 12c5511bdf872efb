// Line below the headline: whether the crew's position is live, how old it is, and the state of the connection.
import { fill } from '../ui/interpolate.ts';
import type { LiveView } from './live-view.ts';
import type { PageProps } from './page-props.ts';
import { isPositionFresh } from './position-age.ts';

export function LiveStatus({ view, words, times, live }: PageProps & { readonly live: LiveView }) {
  if (view.stage === 'completed' || view.stage === 'cancelled') return null;
  const isConnected = live.isLive && !live.hasFailed;
  const isFresh = isPositionFresh(view, times);
  const pointAt = view.crew?.point_at ?? null;
  const age =
    pointAt === null || isFresh === null
      ? fill(words.updatedAgo, { ago: times.ago(view.now) })
      : fill(isFresh ? words.positionAgo : words.positionStale, { ago: times.ago(pointAt) });
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <span
          aria-hidden="true"
          className={`size-2 rounded-full ${isConnected && isFresh !== false ? 'bg-bar-good' : 'bg-signal'}`}
        />
        {!isConnected ? words.reconnecting : isFresh ? words.live : isFresh === null ? words.automatic : age}
      </span>
      {(!isConnected || isFresh !== false) && <span>{age}</span>}
    </p>
  );
}
