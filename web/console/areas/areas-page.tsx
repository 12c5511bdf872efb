// Areas and prices page: the service areas, what they offer and the prices. All operators can read it; admins can edit
// it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { AreaDocuments } from './area-documents.ts';
import { DraftContext, useAreaDraft } from './area-draft.ts';
import { AreaForm } from './area-form.tsx';
import { documentsQuery } from './area-queries.ts';
import { areaSections } from './area-sections.ts';
import type { Change } from './draft-changes.ts';
import { labelOf } from './draft-labels.ts';
import { PreviewCard } from './preview-card.tsx';
import { PriceForm } from './price-form.tsx';
import { RemoveAreaButton } from './remove-area-button.tsx';
import { RevisionsCard } from './revisions-card.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

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
        <Editor saved={data} />
      )}
    </>
  );
}

function Editor({ saved }: { readonly saved: AreaDocuments }) {
  const [stops, setStops] = useState<readonly string[]>([]);
  const edited = useAreaDraft(saved, stops);
  const { handle, changes, hasChanged, check, quote, faults, save } = edited;
  const { areas } = handle.draft.areas;
  const [chosen, setChosen] = useState(0);
  const [resetCount, setResetCount] = useState(0);
  const index = Math.min(chosen, areas.length - 1);
  const area = areas[index];
  /** Fields with a text of their own start again. */
  const replaceDraft = (replace: () => void) => () => {
    replace();
    setResetCount(resetCount + 1);
  };
  const copy = () => {
    handle.copyArea(index);
    setChosen(areas.length);
  };
  return (
    <DraftContext value={handle}>
      {handle.isReadOnly && (
        <Notice tone="quiet" title="Read-only">
          Only admins can change areas and prices.
        </Notice>
      )}
      {edited.isOutdated && (
        <Notice
          tone="warn"
          title="A newer version of the areas or prices was saved"
          actions={
            <>
              {edited.merge && (
                <Button look="primary" onClick={replaceDraft(edited.merge)}>
                  Apply my changes
                </Button>
              )}
              <Button onClick={replaceDraft(edited.discard)}>Discard my changes</Button>
            </>
          }
        >
          Your changes are not saved. They are based on an older version.
          {!edited.merge &&
            ' Areas or products were added or removed meanwhile, so enter your changes again.'}
          {edited.merge && edited.conflicts.length > 0 && (
            <>
              {' '}
              Both versions change: {[...new Set(edited.conflicts.map(nameOf))].join('; ')}. If you apply your
              changes, your values replace the saved ones.
            </>
          )}
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
            {areas.length > 1 && <RemoveAreaButton index={index} />}
          </>
        )}
      </div>
      <SectionLinks sections={handle.isReadOnly ? readableSections : areaSections} />
      {area && (
        <div key={`${index} ${resetCount}`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AreaForm index={index} />
          <PriceForm slug={area.slug} />
        </div>
      )}
      {!handle.isReadOnly && (
        <PreviewCard preview={quote.data} error={quote.error} isBusy={quote.isFetching} onRoute={setStops} />
      )}
      <RevisionsCard areas={handle.saved.areas} />
      {hasChanged && (
        <UnsavedChanges
          {...{ changes, faults }}
          check={check.data}
          checkError={check.error}
          unfinished={edited.unfinished.flatMap((points, nth) =>
            points?.length ? [areas[nth]?.name ?? ''] : [],
          )}
          draft={handle.draft}
          error={save.error}
          isSaving={save.isPending}
          canSave={faults.length === 0 && check.isSuccess && !check.isFetching && !edited.isOutdated}
          onCheck={() => void check.refetch()}
          onDiscard={replaceDraft(edited.discard)}
          onSave={() => save.mutate()}
        />
      )}
    </DraftContext>
  );
}

/** Only admins can try a quote. */
const readableSections = areaSections.filter(({ anchor }) => anchor !== 'try-a-quote');

function nameOf({ document, path, version }: Change): string {
  const { area, field } = labelOf(document, path, version);
  return `${area}, ${field}`;
}
