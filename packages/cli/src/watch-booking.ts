// Follows a booking until it is completed or cancelled: a live view on a terminal, one line per event otherwise.
import type { Booking, Waybill, WaybillEvent } from '@waybill/sdk';
import { bookingLines } from './booking-view.ts';
import { supportsLiveOutput } from './environment.ts';
import { printJsonLine } from './print.ts';
import { clockTime, utc, zoneOf } from './stop-time.ts';

const finalStates: readonly Booking['state'][] = ['completed', 'cancelled'];

export async function watchBooking(waybill: Waybill, booking: Booking, json = false): Promise<Booking> {
  const show = json ? printJsonLine : supportsLiveOutput() ? liveView() : printEvent;
  if (show === printEvent) console.log(bookingLines(booking).join('\n'));
  else if (!json) show({ data: { booking } });
  let latest = booking;
  for await (const { data } of waybill.events.follow({ booking_id: booking.id })) {
    for (const event of data) {
      if (!('booking' in event.data)) continue;
      latest = event.data.booking;
      show(event);
    }
    if (finalStates.includes(latest.state)) break;
  }
  return latest;
}

type ViewUpdate = WaybillEvent | { readonly data: { readonly booking: Booking } };

function printEvent(event: ViewUpdate): void {
  if (!('type' in event)) return;
  console.log(eventLine(event));
}

/** Time (in the zone of the booking), type and booking (or endpoint) of an event. */
export function eventLine(event: WaybillEvent): string {
  const about = 'booking' in event.data ? event.data.booking.hid : event.data.webhook_endpoint.url;
  const stop = 'stop' in event.data && event.data.stop ? ` stop ${event.data.stop.position}` : '';
  const zone = 'booking' in event.data ? zoneOf(event.data.booking.arrival_window) : utc;
  return `${clockTime(event.timestamp, zone)}  ${event.type.padEnd(24)} ${about}${stop}`;
}

/** Redraws the view in place, with the latest events below it. */
function liveView(): (event: ViewUpdate) => void {
  let drawn = 0;
  const log: string[] = [];
  return (event) => {
    if (!('booking' in event.data)) return;
    if ('type' in event) log.push(eventLine(event));
    const lines = [...bookingLines(event.data.booking), '', ...log.slice(-8)];
    const moveUp = drawn > 0 ? `\u001b[${drawn}A` : '';
    const width = process.stdout.columns ?? 80;
    // Cut to the terminal width: wrapped lines would make the number of lines to move up wrong.
    process.stdout.write(`${moveUp}\u001b[J${lines.map((line) => line.slice(0, width - 1)).join('\n')}\n`);
    drawn = lines.length;
  };
}
