// Placeholders for content that is still loading; they avoid layout shifts.
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-md bg-line/70', className)} />;
}

interface SkeletonRowsProps {
  readonly rows?: number;
  readonly label: string;
}

export function SkeletonRows({ rows = 4, label }: SkeletonRowsProps) {
  return (
    <div role="status" data-skeleton="" className="grid gap-4 p-4 sm:p-5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all alike
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-3 rounded-full" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16 max-sm:hidden" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
