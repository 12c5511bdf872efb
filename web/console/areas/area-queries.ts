// Queries of the areas and prices page.
import { queryOptions } from '@tanstack/react-query';
import type { AreaRevision, AreaRevisionList } from '../api.generated.ts';
import { callOperator } from '../operator-api.ts';
import type { AreaDocuments } from './area-documents.ts';

export const documentsQuery = queryOptions({
  queryKey: ['areas', 'documents'],
  queryFn: ({ signal }) => callOperator<AreaDocuments>('/area-documents', { signal }),
});

export type AreaRevisionEntry = AreaRevisionList['data'][number];

export const revisionsQuery = queryOptions({
  queryKey: ['areas', 'revisions'],
  queryFn: ({ signal }) => callOperator<AreaRevisionList>('/area-documents/revisions', { signal }),
});

/** Never changes. Outside the keys that a change of areas invalidates. */
export const revisionQuery = (number: number) =>
  queryOptions({
    queryKey: ['area-revision', number],
    queryFn: ({ signal }) => callOperator<AreaRevision>(`/area-documents/revisions/${number}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
