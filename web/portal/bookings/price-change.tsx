// Price of a change before it is sent: now, with the change, and the difference.
import { ApiError } from '../../client/api-request.ts';
import { formatDollarRange, formatDollars } from '../../ui/dollars.ts';
import { FieldError } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { StopChangePrices } from '../api.generated.ts';
import type { usePricePreview } from './booking-queries.ts';

export function PriceChange({ preview }: { readonly preview: ReturnType<typeof usePricePreview> }) {
  const { data, error, refetch } = preview;
  // A refusal: asking again would not help.
  if (error instanceof ApiError && error.status < 500) return <FieldError>{error.message}</FieldError>;
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-20" />;
  const { before, after } = data;
  return (
    <dl
      aria-label="Price"
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg bg-tint p-3 text-ink tabular-nums [&_dd]:text-right"
    >
      <dt className="text-muted">Estimate now</dt>
      <dd>{formatDollarRange(before.low_cents, before.high_cents)}</dd>
      <dt className="text-muted">With this change</dt>
      <dd className="font-semibold">{formatDollarRange(after.low_cents, after.high_cents)}</dd>
      <dt className="text-muted">Difference</dt>
      <dd>{differenceOf(data)}</dd>
    </dl>
  );
}

/** "+$12.00", "−$3.50 to −$2.00", "none". */
function differenceOf({ before, after }: StopChangePrices): string {
  const [low, high] = [after.low_cents - before.low_cents, after.high_cents - before.high_cents].sort(
    (a, b) => a - b,
  );
  if (low === undefined || high === undefined || (low === 0 && high === 0)) return 'none';
  return low === high ? signed(low) : `${signed(low)} to ${signed(high)}`;
}

function signed(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : '';
  return `${sign}${formatDollars(Math.abs(cents))}`;
}
