// Newest plan of each area of the day: being computed, waiting for a decision, or applied. Leads to its page. Searches of the
// system are shown once they are applied.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Icon } from '../../ui/icon.tsx';
import type { PlanSummary } from '../api.ts';
import type { AreaName, BoardLocation } from '../board/board-queries.ts';
import { plansQuery } from './plan-queries.ts';

const words = {
  computing: 'is being computed',
  ready: 'is ready and not applied',
  applied: 'is applied',
  failed: 'failed',
  undone: null,
} as const satisfies Record<PlanSummary['status'], string | null>;

const reasonWords = {
  booking_created: 'a new booking',
  booking_changed: 'a changed booking',
  booking_ended: 'a booking has ended',
  crew_lost: 'a crew was lost',
  crew_declined: 'a crew declined',
  crew_changed: 'a crew was changed',
  crew_late: 'a crew is late',
  shift_changed: 'a changed shift',
  unserved: 'a booking without a crew',
} as const satisfies Record<PlanSummary['reasons'][number], string>;

export function PlanStrip({
  view,
  areas,
}: {
  readonly view: BoardLocation;
  readonly areas: readonly AreaName[];
}) {
  const { data = [] } = useQuery(plansQuery(view));
  const shown = data.filter((plan) => plan.origin !== 'live' || plan.status === 'applied');
  const newest = shown.filter(
    (plan) => words[plan.status] !== null && shown.find(({ area }) => area === plan.area) === plan,
  );
  if (newest.length === 0) return null;
  return (
    <ul aria-label="Plans of this day" className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {newest.map(({ id, area, version, status, origin, reasons }) => (
        <li key={id} className="flex items-center gap-1.5">
          <Icon name={status === 'failed' ? 'alert' : 'calendar'} className="size-4 text-muted" />
          <span>
            Plan {version}
            {areas.length > 1 && ` of ${areas.find(({ slug }) => slug === area)?.name ?? area}`}{' '}
            {words[status]}
            {origin === 'live' && ` (re-planned: ${reasons.map((each) => reasonWords[each]).join(', ')})`}.
          </span>
          <Link href={`/board/plans/${id}`} className="font-medium underline">
            {status === 'ready' ? 'Review' : 'Open'}
            <span className="sr-only"> plan {version}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
