// What is intended for a booking without a crew: planned crew and times, why it is this crew, and the lock.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { BoardBooking } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { plannedCrewQuery } from './plan-queries.ts';

interface PlannedNoteProps {
  readonly booking: Pick<BoardBooking, 'id' | 'hid'>;
  readonly planned: NonNullable<BoardBooking['planned']>;
  readonly crewName: string;
  readonly canMove: boolean;
  readonly formatTime: (at: string) => string;
}

export function PlannedNote({ booking, planned, crewName, canMove, formatTime }: PlannedNoteProps) {
  const write = useWrite();
  const client = useQueryClient();
  const { plan_id: planId, starts_at, arrives_at, ends_at, is_locked, is_overdue } = planned;
  const { data: why } = useQuery(plannedCrewQuery(booking.id));
  const lock = useMutation({
    mutationFn: (isLocked: boolean) =>
      write('PUT', `/planned-jobs/${booking.id}/lock`, { is_locked: isLocked }),
    onSettled: () => client.invalidateQueries({ queryKey: ['board', 'day'] }),
  });
  return (
    <section aria-label="Plan" className="grid gap-1.5 rounded-lg border border-dashed px-3 py-2 text-ink">
      <p className="flex items-start gap-2 font-medium">
        <Icon name={is_locked ? 'lock' : 'calendar'} className="mt-0.5" />
        <span>
          Planned for {crewName}: departs {formatTime(starts_at)}, arrives {formatTime(arrives_at)}, done{' '}
          {formatTime(ends_at)}.{' '}
          {is_overdue ? 'The departure has passed, and' : 'No crew is assigned yet, and'} partners do not see
          the plan.
        </span>
      </p>
      {why && <p className="text-muted">{why.summary}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {canMove && (
          <Button
            size="small"
            icon="lock"
            aria-pressed={is_locked}
            busy={lock.isPending}
            onClick={() => lock.mutate(!is_locked)}
          >
            {is_locked ? 'Unlock' : 'Lock to this crew'}
          </Button>
        )}
        {planId !== null && (
          <Link href={`/board/plans/${planId}`} className="font-medium underline">
            Open the plan
          </Link>
        )}
      </div>
      {lock.error && <FieldError>{lock.error.message}</FieldError>}
    </section>
  );
}
