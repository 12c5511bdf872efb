// Crew of a booking: members, ETA, last position, masked number, the crews that were unassigned before, and the buttons
// that replace and unassign it.
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { OperatorBooking } from '../api.ts';
import { plannedLabel, vehicleNames } from '../board/board-labels.ts';
import { countFinishedStops } from './booking-labels.ts';

interface CrewCardProps {
  readonly details: OperatorBooking;
  /** There is a crew, and it can be replaced. The header of the page assigns the first one. */
  readonly mayReassign: boolean;
  readonly onAssign: () => void;
  readonly onUnassign: () => void;
}

const isPast = (at: string) => Date.parse(at) < Date.now();

export function CrewCard({ details, mayReassign, onAssign, onUnassign }: CrewCardProps) {
  const { booking, crew, planned } = details;
  const { previous_dispatches: before } = booking;
  return (
    <Card
      title="Crew"
      aside={
        mayReassign && (
          <span className="flex flex-wrap gap-1.5">
            <Button size="small" icon="people" onClick={onAssign}>
              Reassign
            </Button>
            {countFinishedStops(booking) === 0 && (
              <Button size="small" look="danger-quiet" onClick={onUnassign}>
                Unassign
              </Button>
            )}
          </span>
        )
      }
    >
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
              {isPast(booking.crew.eta) ? 'Was expected ' : 'ETA: '}
              <RelativeTime at={booking.crew.eta} tip="start" />
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
          {crew.phone_number !== null && (
            <p>
              <PhoneLink number={crew.phone_number} who={crew.name} />
            </p>
          )}
          {booking.crew?.phone_number && (
            <p className="text-muted">
              Masked number: <PhoneLink number={booking.crew.phone_number} who="the masked number" />
            </p>
          )}
        </div>
      ) : booking.crew ? (
        <p>
          {booking.crew.members.map(({ first_name }) => first_name).join(', ')}, simulated by the sandbox.
        </p>
      ) : planned ? (
        <>
          <p>
            <Link href={`/crews?crew=${planned.crew_id}`} className="hover:underline">
              {plannedLabel(planned, details.time_zone)}
            </Link>
          </p>
          <p className="text-muted">No crew is assigned yet, and partners do not see the plan.</p>
        </>
      ) : (
        <p className="text-muted">{booking.state === 'created' ? 'No crew yet.' : 'No crew was assigned.'}</p>
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
