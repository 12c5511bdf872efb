// Why the other windows of a booking are not free, by day. Loaded when it is opened.
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { refusedWindowsQuery } from './booking-queries.ts';
import { refusedDays } from './refusal-labels.ts';

interface RefusedWindowsProps {
  readonly bookingId: string;
  readonly timeZone: string;
  /** Label of the only day to list; null: all days. */
  readonly day: string | null;
}

export function RefusedWindows({ bookingId, timeZone, day }: RefusedWindowsProps) {
  const { data, error, refetch } = useQuery(refusedWindowsQuery(bookingId));
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} label="Loading the reasons" />;
  const days = refusedDays(data.data, timeZone).filter((each) => day === null || each.day === day);
  if (days.length === 0) return <p>All windows are free.</p>;
  return (
    <dl className="grid gap-2">
      {days.map(({ day: label, groups }) => (
        <div key={label}>
          <dt className="font-semibold">{label}</dt>
          {groups.map(({ reason, times }) => (
            <dd key={reason}>
              {reason}: <span className="text-muted">{times}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
