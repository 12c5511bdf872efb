// Crew of a booking: members, ETA, last position, masked number, and the crews that were unassigned before.
import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { OperatorBooking } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';

export function CrewCard({ details }: { readonly details: OperatorBooking }) {
  const { booking, crew } = details;
  const { previous_dispatches: before } = booking;
  return (
    <Card title="Crew">
      {crew ? (
        <div className="grid gap-1">
          <p className="font-semibold">
            <Link href={`/crews?crew=${crew.id}`} className="hover:underline">
              {crew.name}
            </Link>
          </p>
          <p className="text-muted">
            {crew.vehicle_type ? vehicleNames[crew.vehicle_type] : 'No vehicle'}
            {crew.vehicle_name !== null && ` · ${crew.vehicle_name}`}
            {booking.crew && ` · ${booking.crew.members.map(({ first_name }) => first_name).join(', ')}`}
          </p>
          {booking.crew?.eta && (
            <p>
              ETA: <RelativeTime at={booking.crew.eta} tip="start" />
            </p>
          )}
          {crew.located_at !== null && (
            <p className="text-muted">
              Last position <RelativeTime at={crew.located_at} tip="start" /> ·{' '}
              <Link href="/map" className="font-medium text-accent underline">
                Map
              </Link>
            </p>
          )}
          {booking.crew?.phone_number && (
            <p className="text-muted">Masked number: {booking.crew.phone_number}</p>
          )}
        </div>
      ) : booking.crew ? (
        <p>
          {booking.crew.members.map(({ first_name }) => first_name).join(', ')}, simulated by the sandbox.
        </p>
      ) : (
        <p className="text-muted">
          {booking.state === 'created' ? 'No crew yet. Assign one on the board.' : 'No crew was assigned.'}
        </p>
      )}
      {before.length > 0 && (
        <ul className="mt-3 grid gap-1 border-t pt-3 text-[0.8125rem] text-muted">
          {before.map(({ ended_at, reason }) => (
            <li key={ended_at}>
              A crew was unassigned <RelativeTime at={ended_at} tip="start" />
              {reason !== null && `: ${reason}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
