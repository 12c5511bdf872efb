// Empty state of a plan whose day has no bookings: what a plan does, and the next day that has bookings.
import { useQuery } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { dayAfter, formatLongDay } from '../../ui/calendar-day.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { weekQuery } from '../board/board-queries.ts';
import type { PlanDay } from './plan-queries.ts';

export function NothingToPlan({ area, day }: PlanDay) {
  // The week of the next day: after a Sunday, it is the next week.
  const { data: week, isPending } = useQuery(weekQuery({ area, day: dayAfter(day, 1) }));
  const next = week?.days.find((each) => each.day > day && each.unassigned + each.dispatched > 0)?.day;
  return (
    <EmptyState
      icon="calendar"
      title="No bookings on this day"
      actions={
        !isPending &&
        (next === undefined ? (
          <ButtonLink look="primary" href="/bookings">
            Open Bookings
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={`/board${query({ day: next, area })}`}>
            Open {formatLongDay(next)}
          </ButtonLink>
        ))
      }
    >
      A plan finds the best crew and time for every booking of a day that has not started. There are no
      bookings to plan on this day.
      {next !== undefined && ' The next day with bookings can be planned on its board.'}
    </EmptyState>
  );
}
