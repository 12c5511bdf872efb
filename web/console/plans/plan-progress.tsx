// A plan that is being computed: time, and the numbers of the best plan so far with how they have improved.
import { useEffect, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import type { Plan } from '../api.ts';

type Progress = NonNullable<Plan['progress']>;

export function PlanProgress({ plan }: { readonly plan: Plan }) {
  const { progress, seconds } = plan;
  const reports = useReports(progress);
  const elapsed = Math.min(seconds, progress?.phase === 'search' ? progress.seconds : 0);
  const first = reports[0];
  return (
    <Card>
      <div className="grid gap-4">
        <p role="status" className="font-semibold">
          {progress?.phase === 'search'
            ? 'Searching for a better plan'
            : 'Measuring travel times between the bookings'}
        </p>
        <progress
          aria-label="Search time"
          className="plan-progress"
          max={seconds}
          value={progress?.phase === 'search' ? elapsed : undefined}
        />
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Figure
            label="Search time"
            value={
              progress?.phase === 'search' ? `${Math.floor(elapsed)} of ${seconds} s` : `up to ${seconds} s`
            }
          />
          <Figure label="Not served" value={shown(progress?.unserved)} from={first?.unserved} />
          <Figure label="Crews used" value={shown(progress?.crews)} from={first?.crews} />
          <Figure label="Cost (miles and driving)" value={shown(progress?.cost)} from={first?.cost} />
        </dl>
        <CostLine reports={reports} />
        <p className="text-muted">
          You can leave this page: the board shows the plan when it is ready. Nothing changes until it is
          applied.
        </p>
      </div>
    </Card>
  );
}

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : String(Math.round(value));

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** Number of the first plan that the page has seen. */
  readonly from?: number | null | undefined;
}

function Figure({ label, value, from }: FigureProps) {
  const before = shown(from);
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {value}
        {before !== '–' && before !== value && (
          <span className="ml-1.5 text-[0.8125rem] font-normal text-muted">from {before}</span>
        )}
      </dd>
    </div>
  );
}

/** Reports of the search since the page was opened. */
function useReports(progress: Plan['progress']): readonly Progress[] {
  const [reports, setReports] = useState<readonly Progress[]>([]);
  useEffect(() => {
    if (progress?.phase !== 'search' || progress.cost === null) return;
    setReports((known) => (known.at(-1)?.seconds === progress.seconds ? known : [...known, progress]));
  }, [progress]);
  return reports;
}

/** Cost over time. Decorative: the figures are above. */
function CostLine({ reports }: { readonly reports: readonly Progress[] }) {
  const costs = reports.map(({ cost }) => cost ?? 0);
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  if (costs.length < 2 || high === low) return null;
  const points = costs.map((cost, nth) => {
    const x = (nth / (costs.length - 1)) * 200;
    const y = 4 + (1 - (cost - low) / (high - low)) * 32;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      viewBox="0 0 200 40"
      aria-hidden="true"
      preserveAspectRatio="none"
      className="h-12 w-full text-accent"
    >
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-current"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
