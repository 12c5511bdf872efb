// Draft of the area and price documents, with the validation errors that the server reports for it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { useHasRole, useWrite } from '../session-context.tsx';
import type { AreaDocuments, DocumentKind, PricePreview } from './area-documents.ts';
import { problemsOf, shapeOf } from './coverage-shape.ts';
import { differences, valueAt, withValue } from './draft.ts';

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

export function useAreaDraft(saved: AreaDocuments, stops: readonly string[]) {
  const current: Draft = { areas: saved.areas.document, prices: saved.prices.document };
  const [draft, setDraft] = useState<Draft>(current);
  const isAdmin = useHasRole('admin');
  const write = useWrite();
  const changes = {
    areas: differences(current.areas, draft.areas),
    prices: differences(current.prices, draft.prices),
  };
  const hasChanged = changes.areas.length + changes.prices.length > 0;
  const previewRequest = { ...draft, ...(stops.length >= 2 && { stops }) };
  const preview = useQuery({
    queryKey: ['areas', 'preview', previewRequest],
    queryFn: () => write<PricePreview>('POST', '/area-documents/preview', previewRequest),
    enabled: isAdmin && (hasChanged || stops.length >= 2),
    retry: false,
    staleTime: 30_000,
  });
  const faults = hasChanged ? [...coverageFaults(current, draft), ...(preview.data?.faults ?? [])] : [];
  const handle: DraftHandle = {
    draft,
    isReadOnly: !isAdmin,
    valueAt: (kind, path) => valueAt(draft[kind], path),
    setValue: (kind, path, value) =>
      setDraft((previous) => ({ ...previous, [kind]: withValue(previous[kind], path, value) })),
    validationErrorAt: (kind, path) => {
      const fault = faults.find(
        (each) => each.document === kind && (each.path === path || each.path.startsWith(`${path}[`)),
      );
      return fault?.message ?? null;
    },
  };
  const save = useSave(saved, draft, changes, faults);
  return { handle, changes, hasChanged, preview, faults, save, discard: () => setDraft(current) };
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
  saved: AreaDocuments,
  draft: Draft,
  changes: Readonly<Record<DocumentKind, readonly unknown[]>>,
  faults: PricePreview['faults'],
) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (faults.length > 0) throw new Error('Fix the marked errors before you save.');
      for (const kind of ['areas', 'prices'] as const) {
        if (changes[kind].length === 0) continue;
        await write('PUT', `/area-documents/${kind}`, {
          document: draft[kind],
          revision: saved[kind].revision,
        });
      }
    },
    onSuccess: () => toast('Saved. The changes are in effect.'),
    onSettled: () => client.invalidateQueries({ queryKey: ['areas'] }),
  });
}
