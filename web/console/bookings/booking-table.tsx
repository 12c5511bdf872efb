// Table of bookings; on phones a list, because eight columns do not fit.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import type { ListedBooking } from '../api.ts';
import { alertLabels, productNames } from '../board/board-labels.ts';
import { bookingBadge, commonZone } from './booking-labels.ts';
import { windowTextWithoutZone } from './window-text.ts';

interface BookingTableProps {
  readonly bookings: readonly ListedBooking[];
}

export function BookingTable({ bookings }: BookingTableProps) {
  const zone = commonZone(bookings.map(({ booking }) => booking));
  return (
    <>
      <table className="w-full text-left max-lg:hidden">
        <caption className="sr-only">Bookings</caption>
        <thead className="border-b text-[0.8125rem] text-muted">
          <tr>
            {['Booking', 'State', 'Window', 'Customer', 'Town', 'Crew', 'Organization', 'Product'].map(
              (name) => (
                <th key={name} scope="col" className={`${cell} font-medium`}>
                  {name}
                  {name === 'Window' && zone !== null && ` (${zone})`}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {bookings.map((each) => (
            <BookingRow key={each.booking.id} each={each} />
          ))}
        </tbody>
      </table>
      <ul className="divide-y lg:hidden" aria-label="Bookings">
        {bookings.map((each) => (
          <BookingItem key={each.booking.id} each={each} />
        ))}
      </ul>
    </>
  );
}

const cell = 'px-2.5 py-2 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

/** Name and number of the customer, or of the first contact. */
function customerOf({ customer, contacts }: ListedBooking['booking']) {
  const name = customer?.name ?? contacts.find((contact) => contact.name !== null)?.name ?? null;
  return { name, number: customer?.phone_number ?? contacts[0]?.phone_number ?? null };
}

function BookingRow({ each }: { readonly each: ListedBooking }) {
  const { booking, account, crew } = each;
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className={`${cell} min-w-30 font-normal`}>
        <BookingCode booking={booking} />
        {booking.order_number !== null && (
          <span className="block text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
            {booking.order_number}
          </span>
        )}
      </th>
      <td className={cell}>
        <StateBadges each={each} />
      </td>
      <td className={`${cell} whitespace-nowrap`}>{windowTextWithoutZone(booking.arrival_window.label)}</td>
      <td className={`${cell} [overflow-wrap:anywhere]`}>
        <Callable {...customerOf(booking)} />
      </td>
      <td className={cell}>{booking.destination.address.locality}</td>
      <td className={`${cell} [overflow-wrap:anywhere]`}>
        {crew && <Callable name={crew.name} number={crew.phone_number} />}
      </td>
      <td className={`${cell} [overflow-wrap:anywhere]`}>{account.name}</td>
      <td className={`${cell} whitespace-nowrap text-muted`}>
        {productNames[booking.product]} · {booking.route.length} stops
      </td>
    </tr>
  );
}

function BookingItem({ each }: { readonly each: ListedBooking }) {
  const { booking, account, crew } = each;
  const { name, number } = customerOf(booking);
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex items-center justify-between gap-3">
        <BookingCode booking={booking} />
        <StateBadges each={each} />
      </p>
      <p>{windowTextWithoutZone(booking.arrival_window.label)}</p>
      <p className="flex flex-wrap items-center gap-x-2">
        <Callable name={name} number={number} />
        <span className="text-muted">{booking.destination.address.locality}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
        {crew && <Callable name={crew.name} number={crew.phone_number} />}
        <span className="[overflow-wrap:anywhere]">
          {[account.name, booking.order_number, productNames[booking.product]].filter(Boolean).join(' · ')}
        </span>
      </p>
    </li>
  );
}

function StateBadges({ each }: { readonly each: ListedBooking }) {
  const { words, tone } = bookingBadge(each);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{words}</Badge>
      {each.is_late && <Badge tone="bad">{alertLabels.late}</Badge>}
    </span>
  );
}

function BookingCode({ booking }: { readonly booking: ListedBooking['booking'] }) {
  return (
    <Link
      href={`/bookings/${booking.id}`}
      className="font-mono font-semibold text-accent underline underline-offset-2 pointer-coarse:py-2"
    >
      {booking.hid}
    </Link>
  );
}

function Callable({ name, number }: { readonly name: string | null; readonly number: string | null }) {
  return (
    <span>
      {name}
      {number !== null && <PhoneLink number={number} who={name ?? 'the contact'} isIcon={name !== null} />}
    </span>
  );
}
