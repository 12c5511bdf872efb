// Queries of the areas and prices page.
import { queryOptions } from '@tanstack/react-query';
import type { AreaDocuments, RevisionView } from '../../../src/features/console/areas/area-wire.ts';
import { callOperator } from '../operator-api.ts';

export const documentsQuery = queryOptions({
  queryKey: ['areas', 'documents'],
  queryFn: ({ signal }) => callOperator<AreaDocuments>('/area-documents', { signal }),
});

export const revisionsQuery = queryOptions({
  queryKey: ['areas', 'revisions'],
  queryFn: ({ signal }) =>
    callOperator<{ readonly data: readonly RevisionView[] }>('/area-documents/revisions', { signal }),
});
