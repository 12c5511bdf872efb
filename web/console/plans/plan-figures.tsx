// Before and after: the numbers of a plan beside those of what is assigned or intended now.
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { PlanNumbers, PlanResult } from '../api.ts';
import { countChanges } from './plan-changes.ts';
import { formatDriving, formatLateJobs, formatMiles, formatShare } from './plan-labels.ts';

interface Row {
  readonly label: string;
  readonly hint?: string;
  readonly of: (numbers: PlanNumbers) => number | null;
  readonly format: (value: number) => string;
  /** Whether more is better; null: neither. */
  readonly isMoreBetter: boolean | null;
}

const whole = (value: number) => String(Math.round(value));

const rows: readonly Row[] = [
  { label: 'Served', of: ({ served }) => served, format: whole, isMoreBetter: true },
  { label: 'Not served', of: ({ unserved }) => unserved, format: whole, isMoreBetter: false },
  { label: 'Crews', of: ({ crews }) => crews, format: whole, isMoreBetter: null },
  {
    label: 'Miles',
    hint: 'to and between jobs',
    of: ({ miles }) => miles,
    format: formatMiles,
    isMoreBetter: false,
  },
  {
    label: 'Driving',
    hint: 'to and between jobs',
    of: ({ drive_minutes }) => drive_minutes,
    format: formatDriving,
    isMoreBetter: false,
  },
  {
    label: 'Utilization',
    hint: 'of all shifts',
    of: ({ utilisation }) => utilisation,
    format: formatShare,
    isMoreBetter: null,
  },
  {
    label: 'Late risk',
    // A crew that has departed late is late in every plan.
    hint: 'of jobs that have not started',
    of: ({ expected_late }) => expected_late,
    format: formatLateJobs,
    isMoreBetter: false,
  },
];

const travelWords = {
  roads: 'Travel times follow the roads.',
  estimate: 'Travel times are estimates: no roads are imported.',
  mixed: 'Some travel times are estimates.',
} as const;

export function PlanFigures({ result }: { readonly result: PlanResult }) {
  const { before, after, travel, service_level, buffer_minutes, uses_learned_times } = result;
  const changes = countChanges(result);
  const parts = [
    [changes.new, 'new'],
    [changes.moved, 'to another crew'],
    [changes.retimed, 'at another time'],
    [changes.removed, 'no longer served'],
  ] as const;
  const listed = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return (
    <Card
      title="Before and after"
      note={`Jobs that change: ${listed.length === 0 ? 'none' : listed.join(', ')}.`}
    >
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="text-[0.8125rem] text-muted">
            <th scope="col" className="pb-1 font-medium">
              <span className="sr-only">Number</span>
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              Now
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              Plan
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <FigureRow key={row.label} row={row} {...{ before, after }} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-[0.8125rem] text-muted">
        {travelWords[travel.source]} Planned durations cover {formatShare(service_level)} of those that occur,
        and {buffer_minutes} min more per journey.{uses_learned_times && ' Learned times are used.'}
      </p>
    </Card>
  );
}

interface FigureRowProps {
  readonly row: Row;
  readonly before: PlanNumbers;
  readonly after: PlanNumbers;
}

function FigureRow({ row, before, after }: FigureRowProps) {
  const { label, hint, format } = row;
  const shown = (numbers: PlanNumbers) => {
    const value = row.of(numbers);
    return value === null ? '–' : format(value);
  };
  const isBetter = shown(before) === shown(after) ? null : verdictOf(row, before, after);
  const isMore = (row.of(after) ?? 0) > (row.of(before) ?? 0);
  return (
    <tr>
      <th scope="row" className="py-1.5 font-medium">
        {label}
        {hint !== undefined && <span className="text-[0.8125rem] font-normal text-muted"> {hint}</span>}
      </th>
      <td className="py-1.5 pl-3 text-right whitespace-nowrap text-muted">{shown(before)}</td>
      <td
        className={classNames(
          'py-1.5 pl-3 text-right font-semibold whitespace-nowrap',
          isBetter === true && 'text-accent',
          isBetter === false && 'text-danger',
        )}
      >
        {isBetter !== null && (
          <>
            <Icon name={isMore ? 'up' : 'down'} className="mr-1 inline! size-3.5 align-[-0.125em]" />
            <span className="sr-only">{isBetter ? 'Better: ' : 'Worse: '}</span>
          </>
        )}
        {shown(after)}
      </td>
    </tr>
  );
}

/** null: no judgement. A plan that serves more bookings also drives more, which is not worse. */
function verdictOf({ of, isMoreBetter }: Row, before: PlanNumbers, after: PlanNumbers): boolean | null {
  const [from, to] = [of(before), of(after)];
  if (isMoreBetter === null || from === null || to === null) return null;
  const isBetter = to > from === isMoreBetter;
  if (isBetter ? after.served < before.served : after.served > before.served) return null;
  return isBetter;
}
