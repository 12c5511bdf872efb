// Draft of the area and price documents, with the validation errors that the server reports for it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { useHasRole, useSession, useWrite } from '../session-context.tsx';
import type { AreaDocuments, DocumentKind, PricePreview } from './area-documents.ts';
import { problemsOf, shapeOf } from './coverage-shape.ts';
import { type Difference, differences, valueAt, withValue } from './draft.ts';

export interface Draft {
  readonly areas: AreaDocuments['areas']['document'];
  readonly prices: AreaDocuments['prices']['document'];
}

export interface DraftHandle {
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly valueAt: (kind: DocumentKind, path: string) => unknown;
  readonly setValue: (kind: DocumentKind, path: string, value: unknown) => void;
  /** Validation error at this path, or at a list item below it; null: none. */
  readonly validationErrorAt: (kind: DocumentKind, path: string) => string | null;
}

export const DraftContext = createContext<DraftHandle | null>(null);

export function useDraft(): DraftHandle {
  const handle = use(DraftContext);
  if (handle === null) throw new Error('useDraft must be used inside DraftContext.');
  return handle;
}

/** A draft and the saved documents that it started from. */
interface Edits {
  readonly base: AreaDocuments;
  readonly draft: Draft;
}

const draftOf = ({ areas, prices }: AreaDocuments): Draft => ({
  areas: areas.document,
  prices: prices.document,
});

/** Not merely different: after Save, what the draft started from is newer than what was last read. */
const isNewer = (one: AreaDocuments, other: AreaDocuments) =>
  one.areas.revision > other.areas.revision || one.prices.revision > other.prices.revision;

/** Unsaved edits by operator: they are kept while other pages are open. */
const unsaved = new Map<string, Edits>();

export interface Change extends Difference {
  readonly document: DocumentKind;
}

function changesOf({ base, draft }: Edits): Change[] {
  const current = draftOf(base);
  return (['areas', 'prices'] as const).flatMap((kind) =>
    differences(current[kind], draft[kind]).map((change) => ({ ...change, document: kind })),
  );
}

/**
 * Draft of the documents. `saved`: the newest documents of the server. If they are newer than what the draft started
 * from, `merge` applies the changes to them; it is null if lists have another length, so that paths differ.
 */
export function useAreaDraft(saved: AreaDocuments, stops: readonly string[]) {
  const operatorId = useSession().session.operator.id;
  const [edits, setEdits] = useState<Edits>(
    () => unsaved.get(operatorId) ?? { base: saved, draft: draftOf(saved) },
  );
  const { base, draft } = edits;
  const current = draftOf(base);
  const isAdmin = useHasRole('admin');
  const write = useWrite();
  const changes = changesOf(edits);
  const hasChanged = changes.length > 0;
  const isOutdated = isNewer(saved, base);
  if (isOutdated && !hasChanged) setEdits({ base: saved, draft: draftOf(saved) });
  useEffect(() => {
    if (hasChanged) unsaved.set(operatorId, edits);
    else unsaved.delete(operatorId);
  }, [operatorId, edits, hasChanged]);
  useLeaveWarning(hasChanged);
  const previewRequest = { ...draft, ...(stops.length >= 2 && { stops }) };
  const preview = useQuery({
    queryKey: ['areas', 'preview', previewRequest],
    queryFn: () => write<PricePreview>('POST', '/area-documents/preview', previewRequest),
    enabled: isAdmin && (hasChanged || stops.length >= 2),
    retry: false,
    staleTime: 30_000,
  });
  const drawn = hasChanged ? coverageFaults(current, draft) : [];
  // The server names the same fault by a path within the geometry.
  const others = (preview.data?.faults ?? []).filter(
    ({ document, path }) =>
      !drawn.some((fault) => document === fault.document && path.startsWith(fault.path)),
  );
  const faults = hasChanged ? [...drawn, ...others] : [];
  const handle: DraftHandle = {
    draft,
    isReadOnly: !isAdmin,
    valueAt: (kind, path) => valueAt(draft[kind], path),
    setValue: (kind, path, value) =>
      setEdits((previous) => ({
        ...previous,
        draft: { ...previous.draft, [kind]: withValue(previous.draft[kind], path, value) },
      })),
    validationErrorAt: (kind, path) => {
      const fault = faults.find(
        (each) => each.document === kind && (each.path === path || each.path.startsWith(`${path}[`)),
      );
      return fault?.message ?? null;
    },
  };
  const save = useSave(edits, changes, faults, (kind, document) =>
    // The documents as they were sent are saved. Edits that were made meanwhile remain.
    setEdits((previous) => ({ ...previous, base: { ...previous.base, [kind]: document } })),
  );
  return {
    handle,
    changes,
    hasChanged,
    isOutdated: isOutdated && hasChanged,
    preview,
    faults,
    save,
    discard: () => setEdits({ base: saved, draft: draftOf(saved) }),
    merge: hasSamePlaces(base, draft, saved)
      ? () => setEdits({ base: saved, draft: withChanges(draftOf(saved), changes) })
      : null,
  };
}

function withChanges(draft: Draft, changes: readonly Change[]): Draft {
  let { areas, prices } = draft;
  for (const { document, path, after } of changes)
    if (document === 'areas') areas = withValue(areas, path, after);
    else prices = withValue(prices, path, after);
  return { areas, prices };
}

/** Whether areas, price books and add-ons have the same places in all versions, so that paths mean the same. */
function hasSamePlaces(base: AreaDocuments, draft: Draft, saved: AreaDocuments): boolean {
  const places = ({ areas, prices }: Draft) =>
    JSON.stringify([
      areas.areas.length,
      prices.price_books.map(({ products, addons }) => [Object.keys(products).sort(), addons.length]),
      areas.areas.map(({ products }) => Object.keys(products).sort()),
    ]);
  return places(draftOf(base)) === places(draft) && places(draft) === places(draftOf(saved));
}

/** The browser asks before the page is closed or reloaded. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isActive]);
}

/** Problems of polygons that were changed. The server accepts edges that cross; the map would show nonsense. */
function coverageFaults(current: Draft, draft: Draft): PricePreview['faults'] {
  return draft.areas.areas.flatMap(({ slug, coverage }, index) => {
    const before = current.areas.areas.find((area) => area.slug === slug)?.coverage;
    const shape = coverage === before ? null : shapeOf(coverage);
    const [message] = shape ? problemsOf(shape) : [];
    return message === undefined ? [] : [{ document: 'areas', path: `areas[${index}].coverage`, message }];
  });
}

/** Saves the areas first, because prices may refer to a new area. */
function useSave(
  { base, draft }: Edits,
  changes: readonly Change[],
  faults: PricePreview['faults'],
  onSaved: (kind: DocumentKind, document: AreaDocuments[DocumentKind]) => void,
) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (faults.length > 0) throw new Error('Fix the marked errors before you save.');
      for (const kind of ['areas', 'prices'] as const) {
        if (!changes.some(({ document }) => document === kind)) continue;
        const sent = { document: draft[kind], revision: base[kind].revision };
        const { revision } = await write<AreaDocuments[DocumentKind]>('PUT', `/area-documents/${kind}`, sent);
        onSaved(kind, { document: sent.document, revision } as AreaDocuments[DocumentKind]);
      }
    },
    onSuccess: () => toast('Saved. The changes are in effect.'),
    onSettled: () => client.invalidateQueries({ queryKey: ['areas'] }),
  });
}
