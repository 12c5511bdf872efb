// Areas and prices page: the service areas, what they offer and the prices. All operators can read it; admins can edit
// it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { AreaDocuments } from './area-documents.ts';
import { DraftContext, useAreaDraft } from './area-draft.ts';
import { AreaForm } from './area-form.tsx';
import { documentsQuery, revisionsQuery } from './area-queries.ts';
import { ChangeList, PreviewCard } from './preview-card.tsx';
import { PriceForm } from './price-form.tsx';

export function AreasPage() {
  const { data, error, refetch } = useQuery(documentsQuery);
  return (
    <>
      <PageHead
        title="Areas and prices"
        lead="Service areas with their hours, products, capacity and prices. Changes apply to quotes created after you save."
      />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Card isFlush>
          <SkeletonRows rows={8} label="Loading areas" />
        </Card>
      ) : (
        // The key resets the draft when a new revision was saved.
        <Editor key={`${data.areas.revision} ${data.prices.revision}`} saved={data} />
      )}
    </>
  );
}

function Editor({ saved }: { readonly saved: AreaDocuments }) {
  const [stops, setStops] = useState<readonly string[]>([]);
  const { handle, changes, hasChanged, preview, faults, save, discard } = useAreaDraft(saved, stops);
  const { areas } = handle.draft.areas;
  const [chosen, setChosen] = useState(0);
  const [resetCount, setResetCount] = useState(0);
  const index = Math.min(chosen, areas.length - 1);
  const area = areas[index];
  const allChanges = [...changes.areas, ...changes.prices];
  const copy = () => {
    if (!area) return;
    handle.setValue('areas', `areas[${areas.length}]`, {
      ...area,
      slug: `${area.slug}-copy`,
      name: `${area.name} (copy)`,
    });
    setChosen(areas.length);
  };
  return (
    <DraftContext value={handle}>
      {handle.isReadOnly && (
        <Notice tone="quiet" title="Read-only">
          Only admins can change areas and prices.
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Area"
          className="w-64"
          value={String(index)}
          options={areas.map(({ name }, areaIndex) => ({ value: String(areaIndex), label: name }))}
          onChange={(value) => setChosen(Number(value))}
        />
        {!handle.isReadOnly && (
          <>
            <Button icon="copy" onClick={copy}>
              Copy as a new area
            </Button>
            {areas.length > 1 && (
              <Button
                look="danger-quiet"
                icon="trash"
                onClick={() => handle.setValue('areas', `areas[${index}]`, undefined)}
              >
                Remove this area
              </Button>
            )}
          </>
        )}
      </div>
      {area && (
        <div key={`${index} ${resetCount}`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AreaForm index={index} />
          <PriceForm slug={area.slug} />
        </div>
      )}
      {!handle.isReadOnly && (
        <PreviewCard
          preview={preview.data}
          error={stops.length > 0 ? preview.error : null}
          isBusy={preview.isFetching && stops.length > 0}
          onRoute={setStops}
        />
      )}
      <Revisions />
      {hasChanged && (
        <section
          aria-label="Your changes"
          className="sticky bottom-3 z-20 grid gap-3 rounded-xl border bg-card p-4 shadow-float max-lg:bottom-18"
        >
          <div className="flex flex-wrap items-center gap-3">
            <p className="flex-1 font-semibold" role="status">
              {allChanges.length === 1 ? '1 change' : `${allChanges.length} changes`}
              {faults.length > 0 && (
                <span className="text-danger">
                  , {faults.length === 1 ? '1 error' : `${faults.length} errors`}
                </span>
              )}
            </p>
            <Button
              onClick={() => {
                discard();
                setResetCount(resetCount + 1);
              }}
            >
              Discard
            </Button>
            <Button
              look="primary"
              busy={save.isPending}
              disabled={faults.length > 0 || preview.isFetching}
              onClick={() => save.mutate()}
            >
              Save
            </Button>
          </div>
          <div className="max-h-32 overflow-y-auto">
            <ChangeList changes={allChanges} />
          </div>
          {faults.length > 0 && (
            <ul className="text-[0.8125rem] text-danger">
              {faults.slice(0, 5).map(({ path, message }) => (
                <li key={path}>
                  <code className="font-mono">{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
          {(preview.data?.unpriced.length ?? 0) > 0 && (
            <p className="text-[0.8125rem] text-signal">
              Cannot be booked because a price is missing:{' '}
              {preview.data?.unpriced.map(({ area: slug, product }) => `${product} in ${slug}`).join(', ')}
            </p>
          )}
          {save.error && (
            <p role="alert" className="font-medium text-danger">
              {save.error.message}
            </p>
          )}
        </section>
      )}
    </DraftContext>
  );
}

const REVISIONS_SHOWN = 10;

function Revisions() {
  const { data } = useQuery(revisionsQuery);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Card title="History" note="The latest revisions of the area and price documents." isFlush>
      <ul className="divide-y border-t">
        {data.data.slice(0, REVISIONS_SHOWN).map(({ number, kind, by, at }) => (
          <li key={number} className="flex flex-wrap gap-x-4 px-4 py-2 sm:px-5">
            <span className="w-16 text-muted tabular-nums">#{number}</span>
            <span className="flex-1">
              {kind === 'areas' ? 'Areas' : 'Prices'} changed by {by}
            </span>
            <span className="text-muted">
              <RelativeTime at={at} isInList tip="end" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
