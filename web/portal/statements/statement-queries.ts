// Queries of billing statements.
import { useQuery } from '@tanstack/react-query';
import type { Statement, StatementList } from '../partner.generated.ts';
import { callPortal } from '../portal-api.ts';

const path = '/partner/billing/statements';

export function useStatements() {
  return useQuery({
    queryKey: ['statements'],
    queryFn: ({ signal }) => callPortal<StatementList>(path, { signal }),
  });
}

export function useStatement(month: string) {
  return useQuery({
    queryKey: ['statement', month],
    queryFn: ({ signal }) => callPortal<Statement>(`${path}/${encodeURIComponent(month)}`, { signal }),
  });
}

export const statementFileUrl = (month: string, format: 'pdf' | 'csv') =>
  `/portal/api${path}/${month}.${format}`;
