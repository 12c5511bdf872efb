// Queries of the areas and prices page.
import { queryOptions } from '@tanstack/react-query';
import type { AreaRevision } from '../api.generated.ts';
import { callOperator } from '../operator-api.ts';
import type { AreaDocuments } from './area-documents.ts';

export const documentsQuery = queryOptions({
  queryKey: ['areas', 'documents'],
  queryFn: ({ signal }) => callOperator<AreaDocuments>('/area-documents', { signal }),
});

export const revisionsQuery = queryOptions({
  queryKey: ['areas', 'revisions'],
  queryFn: ({ signal }) =>
    callOperator<{ readonly data: readonly AreaRevision[] }>('/area-documents/revisions', { signal }),
});
