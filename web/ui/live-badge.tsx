// State of the SSE connection, in the page header.
import type { LiveState } from '../client/live-stream.ts';

const liveLabels: Readonly<Record<LiveState, { readonly label: string; readonly dot: string }>> = {
  connecting: { label: 'Connecting', dot: 'bg-muted' },
  live: { label: 'Live', dot: 'bg-bar-good' },
  reconnecting: { label: 'Reconnecting', dot: 'bg-signal animate-pulse' },
};

export function LiveBadge({ state }: { readonly state: LiveState }) {
  const { label, dot } = liveLabels[state];
  return (
    <span role="status" className="mr-1 inline-flex items-center gap-1.5 text-xs font-medium text-muted">
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      {label}
    </span>
  );
}
