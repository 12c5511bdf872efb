// Table of bookings. Each row opens the preview of the tracking page, which is a page of its own. On narrow screens the
// less important columns move to the second line of a row.
import { Badge, type Tone } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { PortalBooking } from '../api.generated.ts';

const states: Readonly<Record<PortalBooking['state'], { readonly label: string; readonly tone: Tone }>> = {
  created: { label: 'Created', tone: 'warn' },
  dispatched: { label: 'Dispatched', tone: 'good' },
  completed: { label: 'Completed', tone: 'quiet' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
};

const head =
  'eyebrow border-b px-2 py-2 text-left whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';
const cell = 'px-2 py-2.5 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function BookingTable({ bookings }: { readonly bookings: readonly PortalBooking[] }) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Bookings, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} w-28 sm:w-32`}>
            Tracking
          </th>
          <th scope="col" className={`${head} w-28 max-sm:hidden`}>
            State
          </th>
          <th scope="col" className={head}>
            Route
          </th>
          <th scope="col" className={`${head} w-36 max-md:hidden`}>
            Order number
          </th>
          <th scope="col" className={`${head} w-22 text-right sm:w-28`}>
            Created
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
  const { id, hid, state, dispatch_state, order_number, origin, destination, stop_count, created_at } =
    booking;
  const { label, tone } = states[state];
  const step = state === 'dispatched' ? dispatch_state.replace('_', ' ') : null;
  return (
    <tr className="relative hover:bg-hover">
      <td className={cell}>
        {/* Not a route of the portal: the tracking page itself. */}
        <a
          href={`/portal/bookings/${id}/tracking`}
          aria-label={`Tracking page of ${hid}`}
          className="rounded-sm font-mono text-[0.8125rem] font-medium underline underline-offset-2 after:absolute after:inset-0"
        >
          {hid}
        </a>
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        {step !== null && <span className="block pt-0.5 text-xs text-muted">{step}</span>}
      </td>
      <td className={cell}>
        <span className="block truncate">
          {origin} → {destination}
        </span>
        <span className="block truncate text-xs text-muted">
          <span className="sm:hidden">{step ?? label} · </span>
          {stop_count} stops
          {order_number !== null && <span className="md:hidden"> · {order_number}</span>}
        </span>
      </td>
      <td className={`${cell} truncate text-[0.8125rem] max-md:hidden`}>{order_number ?? '–'}</td>
      <td className={`${cell} text-right text-[0.8125rem] text-muted`}>
        <RelativeTime at={created_at} />
      </td>
    </tr>
  );
}
