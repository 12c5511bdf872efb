// The stops that the chosen crew has ahead, with the numbers of their markers on the map.
import { Link } from 'wouter';
import type { MapCrew } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { visitsAhead } from './crew-visits.ts';

export function VisitList({ crew }: { readonly crew: MapCrew }) {
  const mayAssign = useHasRole('dispatcher');
  return (
    <>
      <ol aria-label={`Stops of ${crew.name}`} className="grid gap-1 text-[0.8125rem]">
        {visitsAhead(crew).map(({ number, name, job }) => (
          <li key={number} className="flex gap-2">
            <span className="w-5 shrink-0 text-right font-semibold tabular-nums">{number}</span>
            <span className="min-w-0 flex-1">
              {name} <span className="text-muted">{job.customer ?? job.partner}</span>
            </span>
            <Link href={`/bookings/${job.id}`} className="font-mono font-semibold text-accent underline">
              {job.hid}
            </Link>
          </li>
        ))}
      </ol>
      {mayAssign && crew.jobs.length > 1 && (
        <p className="text-[0.8125rem]">
          <Link href={`/crews/${crew.id}/reassign`} className="font-medium text-accent underline">
            Reassign all bookings<span className="sr-only"> of {crew.name}</span>
          </Link>
        </p>
      )}
    </>
  );
}
