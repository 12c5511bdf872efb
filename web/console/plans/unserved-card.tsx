// Bookings that a plan does not serve, by reason.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { UnservedBooking } from '../api.ts';
import { Explanation } from './plan-job-dialog.tsx';
import { unservedWords } from './plan-labels.ts';

interface UnservedCardProps {
  readonly planId: string;
  readonly unserved: readonly UnservedBooking[];
  readonly crewNames: ReadonlyMap<string, string>;
}

/** Bookings that are shown at first: the rows of the crews are below. */
const FIRST = 5;
const PAGE = 20;

export function UnservedCard({ planId, unserved, crewNames }: UnservedCardProps) {
  const [limit, setLimit] = useState(FIRST);
  return (
    <Card title={`Not served (${unserved.length})`} isFlush>
      <ul className="divide-y border-t">
        {unserved.slice(0, limit).map((booking) => (
          <UnservedItem
            key={booking.booking_id}
            planId={planId}
            booking={booking}
            previousCrew={crewNames.get(booking.previous?.crew_id ?? '') ?? null}
          />
        ))}
      </ul>
      {unserved.length > limit && (
        <div className="p-3">
          <Button className="w-full" onClick={() => setLimit(limit + PAGE)}>
            Show {Math.min(PAGE, unserved.length - limit)} more of {unserved.length - limit}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface UnservedItemProps {
  readonly planId: string;
  readonly booking: UnservedBooking;
  readonly previousCrew: string | null;
}

function UnservedItem({ planId, booking, previousCrew }: UnservedItemProps) {
  const { booking_id: id, hid, reason, previous } = booking;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="px-4 py-2 sm:px-5">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-9 cursor-pointer py-1 pointer-coarse:min-h-11">
          <b className="font-mono">{hid}</b> {unservedWords[reason]}
          {previous && ` It was planned for ${previousCrew ?? 'a crew'}.`}
        </summary>
        {isOpen && (
          <div className="pt-1 pb-2">
            <Explanation planId={planId} bookingId={id} />
          </div>
        )}
      </details>
    </li>
  );
}
