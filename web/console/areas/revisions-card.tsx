// History of the areas and prices: who changed them when, and what.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Draft } from './area-documents.ts';
import { type AreaRevisionEntry, revisionQuery, revisionsQuery } from './area-queries.ts';
import { ChangeLine } from './change-line.tsx';
import { changesOf } from './draft-changes.ts';
import { revisionDrafts } from './revision-drafts.ts';

const REVISIONS_SHOWN = 10;

/** `areas`: the current areas, which name the price books. */
export function RevisionsCard({ areas }: Pick<Draft, 'areas'>) {
  const { data } = useQuery(revisionsQuery);
  const [showsAll, setShowsAll] = useState(false);
  if (data === undefined || data.data.length === 0) return null;
  const shown = showsAll ? data.data : data.data.slice(0, REVISIONS_SHOWN);
  return (
    <Card
      title="History"
      anchor="history"
      note="Who changed areas and prices, and what they changed. Newest first."
      aside={
        shown.length < data.data.length && (
          <Button size="small" onClick={() => setShowsAll(true)}>
            Show all {data.data.length}
          </Button>
        )
      }
      isFlush
    >
      <ul className="divide-y border-t" aria-label="Revisions">
        {shown.map((revision) => (
          <RevisionRow key={revision.number} revision={revision} areas={areas} />
        ))}
      </ul>
    </Card>
  );
}

interface RevisionRowProps extends Pick<Draft, 'areas'> {
  readonly revision: AreaRevisionEntry;
}

function RevisionRow({ revision: { number, kind, by, at }, areas }: RevisionRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li className="px-4 py-2 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="w-10 text-muted tabular-nums">#{number}</span>
        <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
          {kind === 'areas' ? 'Areas' : 'Prices'} changed by {by}{' '}
          <span className="whitespace-nowrap text-muted">
            <RelativeTime at={at} isInList tip="start" />
          </span>
        </span>
        <Button
          size="small"
          look="plain"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide changes' : 'Show changes'}
          <span className="sr-only"> of revision {number}</span>
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="pb-2 sm:pl-14">
        {isOpen && <RevisionChanges number={number} areas={areas} />}
      </div>
    </li>
  );
}

function RevisionChanges({ number, areas }: { readonly number: number } & Pick<Draft, 'areas'>) {
  const { data, error, refetch } = useQuery(revisionQuery(number));
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="changes" />;
  if (!data) return <SkeletonRows rows={1} label="Loading the changes" />;
  const { before, after } = revisionDrafts(data, areas);
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="text-[0.8125rem] text-muted">Saved without a change.</p>;
  return (
    <ul className="grid gap-1 text-[0.8125rem]" aria-label={`Changes of revision ${number}`}>
      {changes.map((change) => (
        <ChangeLine key={`${change.path} ${change.after === undefined}`} change={change} />
      ))}
    </ul>
  );
}
