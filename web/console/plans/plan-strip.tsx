// Newest plan of each area of the day: being computed, waiting for a decision, or applied. Leads to its page.
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

export function PlanStrip({
  view,
  areas,
}: {
  readonly view: BoardLocation;
  readonly areas: readonly AreaName[];
}) {
  const { data = [] } = useQuery(plansQuery(view));
  const newest = data.filter(
    (plan) => words[plan.status] !== null && data.find(({ area }) => area === plan.area) === plan,
  );
  if (newest.length === 0) return null;
  return (
    <ul aria-label="Plans of this day" className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {newest.map(({ id, area, version, status }) => (
        <li key={id} className="flex items-center gap-1.5">
          <Icon name={status === 'failed' ? 'alert' : 'calendar'} className="size-4 text-muted" />
          <span>
            Plan {version}
            {areas.length > 1 && ` of ${areas.find(({ slug }) => slug === area)?.name ?? area}`}{' '}
            {words[status]}.
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
