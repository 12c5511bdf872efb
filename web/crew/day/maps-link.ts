// Link to a stop in the phone's maps application. No map service is contacted before the crew member taps the link.
import type { Point } from '../api.generated.ts';

export function mapsLink(
  [longitude, latitude]: Point,
  name: string,
  userAgent = navigator.userAgent,
): string {
  const place = `${latitude},${longitude}`;
  if (/android/i.test(userAgent)) return `geo:${place}?q=${place}(${encodeURIComponent(name)})`;
  if (/iphone|ipad/i.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
}
