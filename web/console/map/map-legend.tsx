// Legend of the live map: shapes, ring colors and numbers, drawn with the shapes of the map.
import '../../ui/map.css';
import type { ReactNode } from 'react';

export function MapLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
      <Entry text="Crew" classes="map-marker-crew map-marker-open map-hue-0">
        <rect x="-8" y="-8" width="16" height="16" rx="4" className="map-shape" />
      </Entry>
      <Entry text="Crew, position older than 5 minutes" classes="map-marker-crew map-marker-stale map-hue-0">
        <rect x="-8" y="-8" width="16" height="16" rx="4" className="map-shape" />
      </Entry>
      <Entry
        text="Stop of the crew with this color; select the crew for the numbers"
        classes="map-marker-stop map-marker-open map-hue-0"
      >
        <circle r="8" className="map-shape" />
      </Entry>
      <Entry text="Late or not departed" classes="map-marker-late map-marker-open">
        <path d="M0-9L9 7H-9Z" className="map-shape" />
      </Entry>
      <Entry text="Failed stop" classes="map-marker-failed map-marker-open">
        <path
          d="M-3.500-8.500H3.500L8.500-3.500V3.500L3.500 8.500H-3.500L-8.500 3.500V-3.500Z"
          className="map-shape"
        />
      </Entry>
      <Entry text="Booking without a crew" classes="map-marker-job map-marker-open">
        <path d="M0-9L9 0L0 9L-9 0Z" className="map-shape" />
      </Entry>
      <Entry
        text="Several of these: select to zoom in. Red: one is late or failed; orange: one has no crew"
        classes="map-cluster map-cluster-alerts"
      >
        <circle r="10" className="map-cluster-ring" />
        <circle r="7" className="map-shape" />
        <path d="M5-11L10-3H0Z" className="map-cluster-alert" />
      </Entry>
    </ul>
  );
}

interface EntryProps {
  readonly text: string;
  readonly classes: string;
  readonly children: ReactNode;
}

function Entry({ text, classes, children }: EntryProps) {
  return (
    <li className="flex items-center gap-1.5">
      <svg viewBox="-11 -11 22 22" className="size-5 shrink-0" aria-hidden="true">
        <g className={`map-marker ${classes}`}>{children}</g>
      </svg>
      {text}
    </li>
  );
}
