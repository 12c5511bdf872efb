// Map of the route, its stops and the crew, with a caption that says the same in words.
import { classNames } from '../ui/class-names.ts';
import { lazyMap } from '../ui/map/lazy-map.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';
import { captionOf, describeMap } from './map-description.ts';
import type { Words } from './messages.ts';

interface RouteMapProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly times: TimeFormatter;
  readonly className?: string;
}

const RouteDrawing = lazyMap(async () => (await import('./route-drawing.tsx')).RouteDrawing);

export function RouteMap({ view, words, times, className }: RouteMapProps) {
  const description = describeMap(view, words, times);
  return (
    <figure
      className={classNames('flex flex-col overflow-hidden rounded-2xl border bg-card shadow-xs', className)}
    >
      <div className="relative min-h-56 flex-1">
        <RouteDrawing {...{ view, words, times }} label={`${words.mapLabel}. ${description}`} />
      </div>
      <figcaption className="border-t px-4 py-2.5 text-[0.8125rem] text-muted">
        {captionOf(view, words, times)}
      </figcaption>
    </figure>
  );
}
