// The marker of a crew, beside its name in lists: the same color and initials as on the map.
import '../../ui/map.css';
import { initialsOf } from '../../ui/map/crew-colours.ts';

interface CrewSwatchProps {
  readonly name: string;
  /** Number of the crew's color. */
  readonly hue: number;
}

export function CrewSwatch({ name, hue }: CrewSwatchProps) {
  const initials = initialsOf(name);
  return (
    <svg viewBox="-16 -16 32 32" className="size-6 shrink-0" aria-hidden="true">
      <g className={`map-marker map-marker-crew map-hue-${hue}`}>
        <rect x="-14" y="-14" width="28" height="28" rx="7" className="map-shape" />
        <text y="4.500" className={initials.length > 2 ? 'map-text map-text-small' : 'map-text'}>
          {initials}
        </text>
      </g>
    </svg>
  );
}
