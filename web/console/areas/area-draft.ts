// Draft of the area and price documents, with the validation errors that the server reports for it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import type { Point } from '../../ui/map-projection.ts';
import { useToast } from '../../ui/toast.tsx';
import { useHasRole, useSession, useWrite } from '../session-context.tsx';
import type { AreaDocuments, DocumentKind, Draft, PricePreview } from './area-documents.ts';
import { problemsOf, shapeOf } from './coverage-shape.ts';
import { conflictsOf, valueAt, withValue } from './draft.ts';
import { type AreaEdits, copyArea, removeArea, slugsOf, type Unfinished, withEdit } from './draft-areas.ts';
import { type Change, changesOf } from './draft-changes.ts';
import { haveSamePlaces } from './draft-places.ts';

export interface DraftHandle {
  readonly draft: Draft;
  /** The documents that the draft started from. */
  readonly saved: Draft;
  readonly isReadOnly: boolean;
  readonly valueAt: (kind: DocumentKind, path: string) => unknown;
  readonly setValue: (kind: DocumentKind, path: string, value: unknown) => void;
  /** The copy is the last area. */
  readonly copyArea: (index: number) => void;
  readonly removeArea: (index: number) => void;
  /** Validation error at this path, or at a list item below it; null: none. */
  readonly validationErrorAt: (kind: DocumentKind, path: string) => string | null;
  /** Points of the polygon that is being drawn for the area with this index; null: none. */
  readonly unfinishedAt: (index: number) => readonly Point[] | null;
  readonly setUnfinished: (index: number, points: readonly Point[] | null) => void;
}

export const DraftContext = createContext<DraftHandle | null>(null);

export function useDraft(): DraftHandle {
  const handle = use(DraftContext);
  if (handle === null) throw new Error('useDraft must be used inside DraftContext.');
  return handle;
}

/** A draft and the saved documents that it started from. */
interface Edits extends AreaEdits {
  readonly base: AreaDocuments;
}

const editsOf = (base: AreaDocuments, unfinished: Unfinished = []): Edits => ({
  base,
  draft: draftOf(base),
  origins: slugsOf(draftOf(base)),
  unfinished,
});

const draftOf = ({ areas, prices }: AreaDocuments): Draft => ({
  areas: areas.document,
  prices: prices.document,
});

/** Not merely different: after Save, what the draft started from is newer than what was last read. */
const isNewer = (one: AreaDocuments, other: AreaDocuments) =>
  one.areas.revision > other.areas.revision || one.prices.revision > other.prices.revision;

/** Unsaved edits by operator: they are kept while other pages are open. */
const unsaved = new Map<string, Edits>();

/**
 * Draft of the documents. `saved`: the newest documents of the server. If they are newer than what the draft started
 * from, `merge` applies the changes to them; it is null if lists have another length, so that paths differ.
 */
export function useAreaDraft(saved: AreaDocuments, stops: readonly string[]) {
  const operatorId = useSession().session.operator.id;
  const [edits, setEdits] = useState<Edits>(() => unsaved.get(operatorId) ?? editsOf(saved));
  const { base, draft, origins, unfinished } = edits;
  const current = draftOf(base);
  const isAdmin = useHasRole('admin');
  const write = useWrite();
  const changes = changesOf(current, draft, origins);
  const hasChanged = changes.length > 0;
  const isOutdated = isNewer(saved, base);
  const conflicts = isOutdated ? conflictsOf(changes, changesOf(current, draftOf(saved))) : [];
  // Polygons that are being drawn stay only if areas have kept their places.
  if (isOutdated && !hasChanged)
    setEdits(editsOf(saved, haveSamePlaces(current, draft, draftOf(saved)) ? unfinished : []));
  const hasEdits = hasChanged || unfinished.some((points) => points !== null && points.length > 0);
  useEffect(() => {
    if (hasEdits) unsaved.set(operatorId, edits);
    else unsaved.delete(operatorId);
  }, [operatorId, edits, hasEdits]);
  useLeaveWarning(hasEdits);
  const previewOf = (request: object) => ({
    queryKey: ['areas', 'preview', request],
    queryFn: () => write<PricePreview>('POST', '/area-documents/preview', request),
    retry: false,
    staleTime: 30_000,
  });
  // Apart from the example route: an address that is not found must not keep the changes from being checked.
  const check = useQuery({
    ...previewOf(draft),
    enabled: isAdmin && hasChanged,
    // The findings stay while the next edit is checked.
    placeholderData: keepPreviousData,
  });
  const quote = useQuery({ ...previewOf({ ...draft, stops }), enabled: isAdmin && stops.length >= 2 });
  const drawn = hasChanged ? coverageFaults(current, draft) : [];
  // The server names the same fault by a path within the geometry.
  const others = (check.data?.faults ?? []).filter(
    ({ document, path }) =>
      !drawn.some((fault) => document === fault.document && path.startsWith(fault.path)),
  );
  const faults = hasChanged ? [...drawn, ...others] : [];
  const handle: DraftHandle = {
    draft,
    saved: current,
    isReadOnly: !isAdmin,
    valueAt: (kind, path) => valueAt(draft[kind], path),
    setValue: (kind, path, value) =>
      setEdits((previous) => ({ ...previous, ...withEdit(previous, kind, path, value) })),
    copyArea: (index) => setEdits((previous) => ({ ...previous, ...copyArea(previous, index) })),
    removeArea: (index) => setEdits((previous) => ({ ...previous, ...removeArea(previous, index) })),
    validationErrorAt: (kind, path) => {
      const fault = faults.find(
        (each) => each.document === kind && (each.path === path || each.path.startsWith(`${path}[`)),
      );
      return fault?.message ?? null;
    },
    unfinishedAt: (index) => unfinished[index] ?? null,
    setUnfinished: (index, points) =>
      setEdits((previous) => ({
        ...previous,
        unfinished: previous.draft.areas.areas.map((_, nth) =>
          nth === index ? points : (previous.unfinished[nth] ?? null),
        ),
      })),
  };
  const save = useSave(edits, changes, faults, (kind, document) =>
    // The documents as they were sent are saved. Edits that were made meanwhile remain.
    setEdits((previous) => withSaved(previous, kind, document)),
  );
  return {
    handle,
    changes,
    hasChanged,
    isOutdated: isOutdated && hasChanged,
    conflicts,
    unfinished,
    check,
    quote,
    faults,
    save,
    discard: () => setEdits(editsOf(saved)),
    merge:
      hasSavedAreas(edits) && haveSamePlaces(current, draft, draftOf(saved))
        ? () => setEdits({ ...edits, base: saved, draft: withChanges(draftOf(saved), changes) })
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

/** Areas that were sent are no longer new. */
function withSaved(edits: Edits, kind: DocumentKind, document: AreaDocuments[DocumentKind]): Edits {
  const base = { ...edits.base, [kind]: document };
  if (kind === 'prices') return { ...edits, base };
  const saved = slugsOf(draftOf(base));
  return {
    ...edits,
    base,
    origins: slugsOf(edits.draft).map((slug) => (saved.includes(slug) ? slug : null)),
  };
}

/** Whether no area was added or removed. */
const hasSavedAreas = ({ base, origins }: Edits) =>
  JSON.stringify(origins) === JSON.stringify(slugsOf(draftOf(base)));

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
