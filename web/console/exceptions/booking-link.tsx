// Confirmation code of the booking of an exception or decision, as a link to its page.
import { Link } from 'wouter';

export function BookingLink({
  booking,
}: {
  readonly booking: { readonly id: string; readonly hid: string };
}) {
  return (
    <Link
      href={`/bookings/${booking.id}`}
      className="mr-2 font-mono text-[0.8125rem] font-semibold text-accent underline underline-offset-2"
    >
      {booking.hid}
    </Link>
  );
}
