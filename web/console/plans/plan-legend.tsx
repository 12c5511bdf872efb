// Keys of a plan: what the cards of its rows and the marks of its map mean.
import '../../ui/map.css';
import { Icon } from '../../ui/icon.tsx';
import { initialsOf } from '../../ui/map/crew-colours.ts';
import { CrewSwatch } from '../map/crew-swatch.tsx';
import type { JobChange } from './plan-changes.ts';
import { changeIcons } from './plan-job-card.tsx';

const changes: readonly { readonly change: JobChange; readonly text: string }[] = [
  { change: 'new', text: 'New: had no crew' },
  { change: 'moved', text: 'From another crew' },
  { change: 'retimed', text: 'Other time, same crew' },
  { change: 'kept', text: 'Unchanged' },
  { change: 'fixed', text: 'Offered, assigned or started: not part of the plan' },
];

const list = 'flex flex-wrap gap-x-4 gap-y-1.5 text-[0.8125rem] text-muted';

export function CardLegend() {
  return (
    <ul aria-label="Key of the jobs" className={list}>
      {changes.map(({ change, text }) => (
        <li key={change} className="flex items-center gap-1.5">
          <span
            data-change={change}
            className="board-card plan-card grid! size-6! place-items-center border text-ink"
          >
            <Icon name={changeIcons[change]} className="size-3.5" />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

interface MapLegendProps {
  readonly crews: readonly { readonly crewId: string; readonly name: string; readonly hue: number }[];
  /** With one crew, its jobs are numbered. */
  readonly isOneCrew: boolean;
  readonly hasOpen: boolean;
}

export function PlanMapLegend({ crews, isOneCrew, hasOpen }: MapLegendProps) {
  return (
    <ul aria-label="Key of the map" className={`mt-3 ${list}`}>
      {crews.map(({ crewId, name, hue }) => (
        <li key={crewId} className="flex items-center gap-1.5">
          <CrewSwatch name={name} hue={hue} />
          <span>
            <span className="sr-only">{initialsOf(name)}: </span>
            {name}
          </span>
        </li>
      ))}
      <li>
        {isOneCrew
          ? 'Numbers: jobs in order'
          : 'Circles: where a job begins; dark with a number: several, select to zoom in'}
      </li>
      {hasOpen && (
        <li className="flex items-center gap-1.5">
          <svg viewBox="-11 -11 22 22" className="size-5 shrink-0" aria-hidden="true">
            <g className="map-marker map-marker-job map-marker-open">
              <path d="M0-9L9 0L0 9L-9 0Z" className="map-shape" />
            </g>
          </svg>
          No crew
        </li>
      )}
    </ul>
  );
}
