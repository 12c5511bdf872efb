// Table of deliveries. On narrow screens the less important columns move to the second line of a row.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { DueTime, RelativeTime } from '../../ui/relative-time.tsx';
import type { PortalDelivery } from '../api.generated.ts';
import { BookingCode } from '../bookings/booking-code.tsx';
import { splitUrl } from '../endpoints/endpoint-labels.ts';
import { formatAttemptResult, statusLabel } from './delivery-labels.ts';

interface DeliveryTableProps {
  readonly deliveries: readonly PortalDelivery[];
  readonly hasEndpoint?: boolean;
}

const head =
  'eyebrow border-b px-2 py-2 text-left whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';
const cell = 'px-2 py-2.5 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function DeliveryTable({ deliveries, hasEndpoint = true }: DeliveryTableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Deliveries, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} w-10 sm:w-32`}>
            <span className="max-sm:sr-only">Status</span>
          </th>
          <th scope="col" className={head}>
            Event
          </th>
          <th scope="col" className={`${head} w-28 max-md:hidden`}>
            Booking
          </th>
          {hasEndpoint && (
            <th scope="col" className={`${head} max-md:hidden`}>
              Endpoint
            </th>
          )}
          <th scope="col" className={`${head} w-44 max-md:hidden`}>
            Response
          </th>
          <th scope="col" className={`${head} w-24 text-right max-md:hidden`}>
            Attempts
          </th>
          <th scope="col" className={`${head} w-22 text-right sm:w-28`}>
            Created
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} hasEndpoint={hasEndpoint} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  delivery,
  hasEndpoint,
}: {
  readonly delivery: PortalDelivery;
  readonly hasEndpoint: boolean;
}) {
  const { id, event_type, booking_id, booking_hid, endpoint_url, attempts } = delivery;
  const { last_outcome, last_status_code, next_attempt_at } = delivery;
  const { label, tone } = statusLabel(delivery);
  const { host, path } = splitUrl(endpoint_url);
  const result = last_outcome === null ? '–' : formatAttemptResult(last_outcome, last_status_code);
  const booking = booking_id !== null && booking_hid !== null && (
    <BookingCode id={booking_id} hid={booking_hid} className="relative z-10" />
  );
  return (
    <tr className="group relative hover:bg-hover">
      <td className={`${cell} max-sm:*:p-1.5`}>
        <Badge tone={tone} hasDot>
          <span className="max-sm:sr-only">{label}</span>
        </Badge>
      </td>
      <td className={cell}>
        <Link
          href={`/deliveries/${id}`}
          className="rounded-sm font-mono text-[0.8125rem] font-medium after:absolute after:inset-0 group-hover:underline"
        >
          {event_type}
        </Link>
        <span className="block text-xs text-muted md:hidden">
          <span className="sm:hidden">{label} · </span>
          {result}
          {attempts > 1 && <> · {attempts} attempts</>}
          {booking && <span className="block py-0.5">{booking}</span>}
          {hasEndpoint && <span className="block truncate">{host}</span>}
        </span>
      </td>
      <td className={`${cell} max-md:hidden`}>{booking || <span className="text-muted">–</span>}</td>
      {hasEndpoint && (
        <td className={`${cell} truncate font-mono text-[0.8125rem] max-md:hidden`} title={endpoint_url}>
          {host}
          <span className="text-muted">{path}</span>
        </td>
      )}
      <td className={`${cell} text-[0.8125rem] max-md:hidden`}>
        {result}
        {next_attempt_at !== null && attempts > 0 && (
          <span className="block text-xs text-muted">
            next <DueTime at={next_attempt_at} isInList />
          </span>
        )}
      </td>
      <td className={`${cell} text-right tabular-nums max-md:hidden`}>{attempts}</td>
      <td className={`${cell} text-right text-[0.8125rem] text-muted`}>
        <span className="relative z-10">
          <RelativeTime at={delivery.created_at} isInList tip="end" />
        </span>
      </td>
    </tr>
  );
}
