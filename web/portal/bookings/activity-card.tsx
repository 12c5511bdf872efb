// Events of a booking, newest first, in words. Events that tell people nothing are left out.
import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Booking } from '../partner.generated.ts';
import { activityLabel } from './activity-labels.ts';
import { useBookingEvents } from './booking-queries.ts';
import { skippedStops } from './stop-progress.ts';

interface ActivityCardProps {
  readonly booking: Booking;
  readonly timeZone: string | null;
}

export function ActivityCard({ booking, timeZone }: ActivityCardProps) {
  const { id, route } = booking;
  const { data, error, refetch } = useBookingEvents(id);
  const skippedIds = new Set(skippedStops(booking).map((stop) => stop.id));
  const events = data?.data ?? [];
  const steps = events
    .flatMap((event, nth) => {
      const label = activityLabel(event, { route, skippedIds, earlier: events[nth - 1] });
      return label === null ? [] : [{ id: event.id, label, at: event.timestamp }];
    })
    .toReversed();
  return (
    <Card
      title="Activity"
      note="Newest first."
      aside={
        <Link
          href={`/deliveries?search=${id}&time=30d`}
          className="rounded-sm text-[0.8125rem] font-medium text-accent underline underline-offset-2"
        >
          Webhook deliveries
        </Link>
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-16" />}
      {data && steps.length === 0 && (
        <p className="text-muted">
          Events appear here within seconds, and are deleted at the end of their retention period.
        </p>
      )}
      {steps.length > 0 && (
        <ol className="grid gap-1.5 border-l-2 pl-4">
          {steps.map((step) => (
            <li key={step.id} className="flex flex-wrap gap-x-3">
              <span className="font-medium">{step.label}</span>
              <span className="text-muted">{englishTimes.moment(step.at, timeZone ?? undefined)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
