// Markers and lines of the map of a booking.
import { initialsOf } from '../../ui/map/crew-colours.ts';
import type { MapMarker } from '../../ui/map/marker-layout.ts';
import { legLine, type MapRoute } from '../../ui/map/route-line.tsx';
import { snapToLine } from '../../ui/map/snap-to-line.ts';
import type { OperatorBooking } from '../api.ts';
import { formatSeen, isStale } from '../map/crew-status.ts';
import { formatStopLocation, type StopStatus, stopStatus, stopStatusLabels } from './booking-labels.ts';

const looks: Readonly<Record<StopStatus, MapMarker['look']>> = {
  open: 'open',
  pending: 'open',
  driving: 'current',
  at: 'current',
  done: 'done',
  skipped: 'stale',
};

export function bookingMarkers(
  { booking, crew, geometry, trouble }: OperatorBooking,
  nowMs: number,
): readonly MapMarker[] {
  const stops = booking.route.map((stop): MapMarker => {
    const status = stopStatus(booking, stop.position);
    const place = formatStopLocation(stop);
    return {
      id: stop.id,
      point: stop.location.coordinates,
      // The stop that the crew cannot complete looks as on the live map.
      kind: trouble !== null && status === 'at' ? 'failed' : 'stop',
      text: `${stop.position + 1}`,
      name: stop.location.name,
      description: `Stop ${stop.position + 1}: ${place}. ${stopStatusLabels[status]}`,
      look: looks[status],
      hue: null,
    };
  });
  if (booking.state !== 'dispatched' || !crew?.location) return stops;
  // Phones report positions beside the road.
  const current = booking.route.find(({ position }) => stopStatus(booking, position) === 'driving');
  const roads = current && geometry[current.position - 1];
  const stale = isStale(crew, nowMs);
  const seen = stale ? `, ${formatSeen(crew, nowMs).toLowerCase()}` : '';
  const crewMarker: MapMarker = {
    id: crew.id,
    point: (roads && snapToLine(crew.location, roads)?.point) ?? crew.location,
    kind: 'crew',
    text: initialsOf(crew.name),
    name: crew.name + seen,
    description: `Crew ${crew.name}, last position${seen}`,
    look: stale ? 'stale' : 'open',
    hue: null,
  };
  return [...stops, crewMarker];
}

/** One line per leg. While the crew drives, the current leg starts at its position. */
export function bookingRoutes({ booking, crew, geometry }: OperatorBooking): readonly MapRoute[] {
  return booking.route.flatMap(({ id, position, location }): MapRoute[] => {
    const status = stopStatus(booking, position);
    const isDriving = status === 'driving' && crew?.location != null;
    const roads = geometry[position - 1];
    const from = isDriving ? crew.location : booking.route[position - 1]?.location.coordinates;
    if (!from) return [];
    const known = isDriving ? roads && snapToLine(from, roads)?.ahead : roads;
    const look = isDriving ? 'ahead' : ['at', 'done', 'skipped'].includes(status) ? 'done' : 'quiet';
    return [{ id, ...legLine(from, location.coordinates, known), look, hue: null }];
  });
}
