// Text view of a booking for the terminal.
import type { Booking, RouteStop } from '@waybill/sdk';
import { money } from './print.ts';
import { dateAndTime, windowText, zoneOf } from './stop-time.ts';

export function bookingLines(booking: Booking): string[] {
  return [
    `${booking.hid}  ${booking.state}  ${booking.product}${booking.order_number ? `  ${booking.order_number}` : ''}`,
    `  id       ${booking.id}`,
    `  arrives  ${windowOf(booking)}`,
    ...crewLines(booking),
    ...booking.route.map((stop) => `  ${markOf(booking, stop)} ${stopOf(stop)}${proofOf(booking, stop)}`),
    `  ${priceOf(booking)}`,
    ...(booking.cancellation
      ? [`  cancelled by ${booking.cancellation.by}: ${booking.cancellation.reason}`]
      : []),
    `  track    ${booking.share_url}`,
  ];
}

function windowOf({ arrival_window: window, arrival_window_ref: ref }: Booking): string {
  return `${windowText(window)}${ref === 'destination' ? ' at the destination' : ''}`;
}

function crewLines({ crew, arrival_window }: Booking): string[] {
  if (!crew) return [];
  const names = crew.members.map(({ first_name }) => first_name).join(', ');
  const eta = crew.eta ? `, at the next stop ${dateAndTime(crew.eta, zoneOf(arrival_window))}` : '';
  return [
    `  crew     ${names} (${crew.vehicle_type.replaceAll('_', ' ')}, ${crew.phone_number ?? 'no number'})${eta}`,
  ];
}

/** Progress of a stop: done, current, on the way, or pending. */
function markOf({ dispatch }: Booking, { position }: RouteStop): string {
  if (!dispatch) return '○';
  if (position < dispatch.route_position) return '●';
  if (position > dispatch.route_position) return '○';
  return { done: '●', at: '◉', driving: '→' }[dispatch.state] ?? '○';
}

function stopOf({ location: { name, address }, instructions }: RouteStop): string {
  const town = name.includes(address.locality) ? '' : `, ${address.locality}`;
  return `${name}${town}${instructions ? ` (${instructions})` : ''}`;
}

function proofOf({ dispatch }: Booking, { id }: RouteStop): string {
  const photos = dispatch?.events
    .filter((event) => event.route_stop_id === id)
    .flatMap((event) => event.photo_urls);
  return photos?.length ? `  ${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}` : '';
}

function priceOf({ fare, quote }: Booking): string {
  if (fare) return `fare     ${money(fare.total)}`;
  return `estimate ${quote?.fare_estimate.map(({ total }) => money(total)).join(' to ') ?? 'none'}`;
}
