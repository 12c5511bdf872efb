// Route of a booking: progress of the crew at each stop, and the actions that an operator can take.
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Booking, OperatorBooking } from '../api.ts';
import { AddStopDialog } from './add-stop-dialog.tsx';
import {
  awaitsCompletion,
  formatStopLocation,
  isStopOpen,
  type StopStatus,
  stopStatus,
  stopStatusLabels,
} from './booking-labels.ts';
import { BookingMap } from './booking-map.tsx';
import { StopActions } from './stop-actions.tsx';
import { StopDetails } from './stop-fields.tsx';
import { StopOrder } from './stop-order.tsx';

interface RouteCardProps {
  readonly details: OperatorBooking;
  readonly mayMove: boolean;
  readonly mayEdit: boolean;
}

const MAX_STOPS = 7;

export function RouteCard({ details, mayMove, mayEdit }: RouteCardProps) {
  const { booking, trouble } = details;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title="Route"
      note={routeSummary(booking)}
      aside={
        mayEdit &&
        booking.route.length < MAX_STOPS &&
        isStopOpen(booking, booking.route.length - 1) && (
          <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
            Add a stop
          </Button>
        )
      }
    >
      <BookingMap details={details} className="mb-4 h-72" />
      <ol className="grid gap-4">
        {booking.route.map((stop) => {
          const standing = stopStatus(booking, stop.position);
          return (
            <li key={stop.id} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
              <StopNumber position={stop.position} standing={standing} />
              <div className="grid gap-1.5">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-semibold">{formatStopLocation(stop)}</span>
                  {trouble !== null && standing === 'at' ? (
                    <Badge tone="bad">Stop failed</Badge>
                  ) : (
                    <Badge tone={tones[standing]}>{stopStatusLabels[standing]}</Badge>
                  )}
                </p>
                <StopDetails stop={stop} />
                {mayEdit && isStopOpen(booking, stop.position) && <StopOrder booking={booking} stop={stop} />}
                <CompletedSteps booking={booking} position={stop.position} />
                {mayMove && trouble === null && (
                  <StopActions
                    bookingId={booking.id}
                    stopId={stop.id}
                    standing={standing}
                    failure={null}
                    canCompleteBooking={
                      stop.position === booking.route.length - 1 && awaitsCompletion(booking)
                    }
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {isAdding && <AddStopDialog booking={booking} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

const tones = {
  open: 'quiet',
  pending: 'quiet',
  driving: 'good',
  at: 'good',
  done: 'good',
  skipped: 'warn',
} as const;

function StopNumber({ position, standing }: { readonly position: number; readonly standing: StopStatus }) {
  return (
    <span
      className={classNames(
        'grid size-7 place-items-center rounded-full border-2 text-xs font-bold',
        standing === 'done' || standing === 'at'
          ? 'border-accent bg-accent text-on-accent'
          : 'border-field-line',
      )}
    >
      {standing === 'done' ? <Icon name="check" /> : position + 1}
    </span>
  );
}

const stepLabels: Readonly<Record<string, string>> = {
  driving: 'Departed',
  at: 'Arrived',
  done: 'Completed',
};

/** Steps that the crew reported at the stop, with photos. */
function CompletedSteps({ booking, position }: { readonly booking: Booking; readonly position: number }) {
  const steps = booking.dispatch?.events.filter(
    (event) => event.route_position === position && event.state !== 'pending',
  );
  if (!steps || steps.length === 0) return null;
  const photos = steps.flatMap(({ photo_urls }) => photo_urls);
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-[0.8125rem] text-muted">
        {steps.map(({ state, triggered_at, outcome, reason }) => (
          <span key={`${state} ${triggered_at}`}>
            {outcome === 'skipped' ? `Skipped (${reason ?? ''})` : stepLabels[state]}{' '}
            <RelativeTime at={triggered_at} tip="start" />
          </span>
        ))}
      </p>
      {photos.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {photos.map((url, nth) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img
                src={new URL(url).pathname}
                alt={`Proof of delivery ${nth + 1} of stop ${position + 1}`}
                className="h-16 w-20 rounded-lg border object-cover"
              />
            </a>
          ))}
        </p>
      )}
    </>
  );
}

function routeSummary({ route, quote }: Booking): string {
  return quote ? `${route.length} stops, ${quote.travel_distance} miles` : `${route.length} stops`;
}
