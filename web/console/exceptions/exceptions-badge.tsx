// Badge with the number of open exceptions, next to the navigation link.
import { useQuery } from '@tanstack/react-query';
import { exceptionsQuery } from './exception-queries.ts';

const MAX_COUNT = 99;

export function ExceptionsBadge() {
  const { data } = useQuery(exceptionsQuery);
  const open = data?.data ?? [];
  if (open.length === 0) return null;
  const hasCritical = open.some(({ severity }) => severity === 'critical');
  const total = data?.total ?? 0;
  const count = total > MAX_COUNT ? `${MAX_COUNT}+` : String(total);
  return (
    <span
      className={`ml-auto inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-[0.6875rem] font-bold tabular-nums ${
        hasCritical ? 'bg-danger-tint text-danger' : 'bg-signal-tint text-signal'
      }`}
    >
      {count}
      <span className="sr-only"> open</span>
    </span>
  );
}
