// Map of one booking: its stops in route order and the last position of its crew.
import { englishMapTexts } from '../../ui/map/english-map-texts.ts';
import { lazyMap } from '../../ui/map/lazy-map.ts';
import { useNow } from '../../ui/use-now.ts';
import type { OperatorBooking } from '../api.ts';
import { useMapSource } from '../session-query.ts';
import { bookingMarkers, bookingRoutes } from './booking-markers.ts';

const MarkerMap = lazyMap(async () => (await import('../../ui/map/marker-map.tsx')).MarkerMap);

interface BookingMapProps {
  readonly details: OperatorBooking;
  readonly className: string;
}

export function BookingMap({ details, className }: BookingMapProps) {
  const mapSource = useMapSource();
  const now = useNow();
  const { hid, route } = details.booking;
  return (
    <div className={`relative overflow-hidden rounded-lg border ${className}`}>
      <MarkerMap
        source={mapSource}
        markers={bookingMarkers(details, now)}
        routes={bookingRoutes(details)}
        texts={englishMapTexts}
        label={`Map of booking ${hid}, ${route.length} stops`}
        sharesGestures
      />
    </div>
  );
}
