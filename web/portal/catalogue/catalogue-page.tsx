// Event catalog: description, example payload and JSON Schema of each event type.
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import type { CatalogueEntry } from '../api.generated.ts';
import { byGroup, useCatalogue } from './catalogue-queries.ts';

export function CataloguePage({ type }: { readonly type: string | undefined }) {
  const { data, error, refetch } = useCatalogue();
  const entry = type === undefined ? data?.[0] : data?.find((each) => each.type === type);
  if (data && !entry) return <NotFoundPage what="event type" />;
  return (
    <>
      <PageHead
        title="Event catalog"
        lead="Existing event types and fields never change; new ones may be added. Ignore the ones you do not know."
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card isFlush>
          <SkeletonRows rows={8} label="Loading the event catalog" />
        </Card>
      )}
      {data && entry && (
        <div className="grid items-start gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
          <TypeList entries={data} current={entry.type} />
          <Entry key={entry.type} entry={entry} />
        </div>
      )}
    </>
  );
}

interface TypeListProps {
  readonly entries: readonly CatalogueEntry[];
  readonly current: string;
}

function TypeList({ entries, current }: TypeListProps) {
  return (
    <nav
      aria-label="Event types"
      className="grid gap-4 rounded-xl border bg-card p-2 shadow-xs max-md:max-h-56 max-md:overflow-y-auto md:sticky md:top-5"
    >
      {byGroup(entries).map(({ name, entries: members }) => (
        <div key={name}>
          <h2 className="eyebrow px-2 pt-1 pb-1">{name}</h2>
          <ul>
            {members.map(({ type }) => (
              <li key={type}>
                <Link
                  href={`/events/${type}`}
                  aria-current={type === current ? 'true' : undefined}
                  className={classNames(
                    'block rounded-md px-2 py-1 font-mono text-xs focus-visible:outline-offset-0 pointer-coarse:py-2',
                    type === current ? 'bg-tint font-semibold text-accent' : 'hover:bg-hover',
                  )}
                >
                  {type}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const parts = [
  { value: 'example', label: 'Example' },
  { value: 'schema', label: 'JSON Schema' },
] as const;

function Entry({ entry }: { readonly entry: CatalogueEntry }) {
  const [part, setPart] = useState<'example' | 'schema'>('example');
  return (
    <article className="min-w-0 rounded-xl border bg-card p-4 shadow-xs sm:p-5" aria-labelledby="entry-title">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="entry-title" className="font-mono text-base font-semibold">
          {entry.type}
        </h2>
        {entry.opt_in && <Badge tone="warn">Opt-in: must be selected explicitly</Badge>}
      </div>
      <p className="mt-1 font-medium">{entry.title}</p>
      <p className="mt-0.5 mb-4 max-w-[70ch] text-muted">
        <TextWithCode text={entry.description} />
      </p>
      <Tabs label="View" tabs={parts} value={part} onChange={setPart}>
        <CodeBlock
          title={part === 'example' ? `Example of ${entry.type}` : `Schema of ${entry.type}`}
          code={JSON.stringify(entry[part], null, 2)}
          isJson
          maxHeight="tall"
        />
      </Tabs>
    </article>
  );
}
