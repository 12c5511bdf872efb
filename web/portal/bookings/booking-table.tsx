// Table of bookings; each row opens its booking. On narrow screens everything except the price is in the first column.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import type { PortalBooking } from '../api.generated.ts';
import { priceOf, progressOf, shownState, windowOf } from './booking-labels.ts';

const head =
  'eyebrow border-b px-2 py-2 text-left whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';
const cell = 'px-2 py-2.5 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function BookingTable({ bookings }: { readonly bookings: readonly PortalBooking[] }) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Bookings, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} sm:w-28`}>
            Booking
          </th>
          <th scope="col" className={`${head} w-40 max-sm:hidden`}>
            State
          </th>
          <th scope="col" className={`${head} max-sm:hidden`}>
            Route and customer
          </th>
          <th scope="col" className={`${head} w-44 max-md:hidden lg:w-52`}>
            Arrival window
          </th>
          <th scope="col" className={`${head} w-28 text-right sm:w-36 lg:w-44`}>
            Price
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {bookings.map((booking) => (
          <Row key={booking.id} booking={booking} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ booking }: { readonly booking: PortalBooking }) {
  const { id, hid, order_number, customer_name, origin, destination, stop_count } = booking;
  const { label, tone } = shownState(booking);
  const progress = progressOf(booking);
  const window = windowOf(booking);
  const price = priceOf(booking);
  const route = `${origin} → ${destination}`;
  const time = `${window.day}, ${window.hours}`;
  const people = [customer_name, order_number, stop_count > 2 && `${stop_count} stops`]
    .filter(Boolean)
    .join(' · ');
  return (
    <tr className="relative hover:bg-hover">
      <td className={cell}>
        <Link
          href={`/bookings/${id}`}
          className="rounded-sm font-mono text-[0.8125rem] font-medium underline underline-offset-2 after:absolute after:inset-0"
        >
          {hid}
        </Link>
        <span className="ml-2 sm:hidden">
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
        </span>
        <span className="block pt-1 font-medium [overflow-wrap:anywhere] sm:hidden">{route}</span>
        {[people, progress, time].map(
          (line) =>
            line && (
              <span key={line} className="block text-xs text-muted [overflow-wrap:anywhere] sm:hidden">
                {line}
              </span>
            ),
        )}
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        {progress !== null && <span className="block pt-0.5 text-xs text-muted">{progress}</span>}
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <span className="block truncate">{route}</span>
        {people !== '' && <span className="block truncate text-xs text-muted">{people}</span>}
        <span className="block truncate text-xs text-muted md:hidden">{time}</span>
      </td>
      <td className={`${cell} text-[0.8125rem] max-md:hidden`}>
        <span className="block">{window.day}</span>
        <span className="block text-xs text-muted">{window.hours}</span>
      </td>
      <td className={`${cell} text-right text-[0.8125rem] tabular-nums`}>
        {price.text}
        {price.note !== null && <span className="block text-xs text-muted">{price.note}</span>}
      </td>
    </tr>
  );
}
