// Organizations with a change by the partner that waits for approval, as links to the organization.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface PendingListProps {
  readonly title: string;
  readonly note: string;
  /** Before the time: "submitted". */
  readonly verb: string;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly details?: ReactNode;
    readonly at: string | null;
  }[];
}

/** Nothing if nothing waits. */
export function PendingList({ title, note, verb, items }: PendingListProps) {
  if (items.length === 0) return null;
  return (
    <Card title={title} note={note} aside={<Badge tone="warn">{items.length}</Badge>} isFlush>
      <ul aria-label={title} className="divide-y border-t">
        {items.map(({ id, name, details, at }) => (
          <li
            key={id}
            className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-3 hover:bg-hover sm:px-5"
          >
            <Link
              href={`/organizations/${id}`}
              className="min-w-0 flex-1 basis-48 rounded-sm font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
            >
              {name}
            </Link>
            {details}
            {at !== null && (
              <span className="text-[0.8125rem] text-muted">
                {verb} <RelativeTime at={at} isInList tip="end" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
