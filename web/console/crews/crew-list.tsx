// List of active crews, with dialogs that create, edit and retire a crew.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { ListedCrew } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { CrewDialog } from './crew-dialog.tsx';
import { crewsQuery } from './crew-queries.ts';
import { RetireDialog } from './retire-dialog.tsx';
import { formatShift, startOf } from './shift-label.ts';

export function CrewList({ highlighted }: { readonly highlighted: string | null }) {
  const { data, error, refetch } = useQuery(crewsQuery);
  const mayWrite = useHasRole('dispatcher');
  const nowMs = useNow();
  const [edited, setEdited] = useState<ListedCrew | 'new' | null>(null);
  const [retiring, setRetiring] = useState<ListedCrew | null>(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const add = mayWrite && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      Create a crew
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex justify-end">{data && data.data.length > 0 && add}</div>
      <Card isFlush>
        {!data && <SkeletonRows label="Loading crews" />}
        {data?.data.length === 0 && (
          <EmptyState icon="truck" title="No crews yet" actions={add || undefined}>
            Crews appear here. Add a{' '}
            <Link href="/crews?view=vehicles" className="text-accent underline">
              vehicle
            </Link>{' '}
            and{' '}
            <Link href="/crews?view=people" className="text-accent underline">
              crew members
            </Link>{' '}
            first, then create a crew and give it a shift.
          </EmptyState>
        )}
        <ul className="divide-y">
          {data?.data.map((crew) => (
            <li
              key={crew.id}
              className={classNames(
                'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5',
                crew.id === highlighted && 'bg-tint',
              )}
            >
              <div className="min-w-0 flex-[2_1_14rem]">
                <p className="font-semibold">{crew.name}</p>
                <p className="text-muted">
                  {crew.vehicle ? `${vehicleNames[crew.vehicle.type]} · ${crew.vehicle.name}` : 'No vehicle'}
                  {' · '}
                  {crew.members.map(({ first_name }) => first_name).join(', ') || 'no members'}
                </p>
              </div>
              <div className="min-w-0 flex-[2_1_14rem] text-[0.8125rem] text-muted">
                <p>{formatShift(crew.shift, nowMs)}</p>
                <p>
                  {crew.engagement ? (
                    <>
                      {startOf(crew.engagement, nowMs).label}{' '}
                      <Link
                        href={`/bookings/${crew.engagement.booking_id}`}
                        className="font-mono font-semibold text-accent underline"
                      >
                        {crew.engagement.booking_hid}
                      </Link>
                      {startOf(crew.engagement, nowMs).departure}
                    </>
                  ) : (
                    crew.shift !== null && 'No bookings'
                  )}
                  {crew.home_areas.length > 0 && ` · home areas: ${crew.home_areas.join(', ')}`}
                </p>
              </div>
              {mayWrite && (
                <div className="flex flex-wrap gap-2">
                  {crew.engagement && (
                    <ButtonLink size="small" icon="people" href={`/crews/${crew.id}/reassign`}>
                      Reassign all<span className="sr-only"> bookings of {crew.name}</span>
                    </ButtonLink>
                  )}
                  <Button size="small" icon="edit" onClick={() => setEdited(crew)}>
                    Edit<span className="sr-only"> {crew.name}</span>
                  </Button>
                  <Button size="small" look="danger-quiet" onClick={() => setRetiring(crew)}>
                    Retire<span className="sr-only"> {crew.name}</span>
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {edited && <CrewDialog crew={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {retiring && (
        <RetireDialog
          name={retiring.name}
          path={`/crews/${retiring.id}`}
          reassignHref={`/crews/${retiring.id}/reassign`}
          consequence="Its vehicle and members become available to other crews, and its shifts end."
          onClose={() => setRetiring(null)}
        />
      )}
    </div>
  );
}
