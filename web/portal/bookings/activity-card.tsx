// Events of a booking, newest first, as the partner's webhooks receive them.
import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { eventLabel } from './booking-labels.ts';
import { useBookingEvents } from './booking-queries.ts';

interface ActivityCardProps {
  readonly id: string;
  readonly timeZone: string | null;
}

export function ActivityCard({ id, timeZone }: ActivityCardProps) {
  const { data, error, refetch } = useBookingEvents(id);
  return (
    <Card
      title="Activity"
      note="Newest first. Webhook endpoints receive the same events."
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
      {data?.data.length === 0 && (
        <p className="text-muted">
          Events appear here within seconds, and are deleted at the end of their retention period.
        </p>
      )}
      {data && data.data.length > 0 && (
        <ol className="grid gap-1.5 border-l-2 pl-4">
          {data.data.toReversed().map((event) => (
            <li key={event.id} className="flex flex-wrap gap-x-3">
              <span className="font-medium">{eventLabel(event.type)}</span>
              <span className="text-muted">
                {englishTimes.moment(event.timestamp, timeZone ?? undefined)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
