// API clients of one organization, on its page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { KeyActions, ListTokens } from '../../keys/key-actions.ts';
import { KeyListCard } from '../../keys/key-list.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { callOperator } from '../operator-api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { organizationClientsQuery } from './client-queries.ts';

export function OrganizationClients({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useQuery(organizationClientsQuery(organizationId));
  const actions = useClientActions(organizationId);
  const mayManage = useHasRole('admin');
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading API clients" />
      </Card>
    );
  }
  return (
    <KeyListCard
      clients={data.data}
      tokens={listTokens}
      actions={mayManage ? actions : null}
      scopes={['org']}
    />
  );
}

const listTokens: ListTokens = (id, after) => callOperator(`/clients/${id}/tokens${query({ after })}`);

function useClientActions(organizationId: string): KeyActions {
  const write = useWrite();
  const client = useQueryClient();
  return {
    create: (key) => write('POST', `/organizations/${organizationId}/clients`, key),
    rotate: (id, overlap_hours) => write('POST', `/clients/${id}/rotate`, { overlap_hours }),
    endOldSecret: (id) => write('DELETE', `/clients/${id}/old-secret`),
    setDisabled: (id, disabled) => write('PATCH', `/clients/${id}`, { disabled }),
    remove: (id) => write('DELETE', `/clients/${id}`),
    disableDerived: (id) => write('POST', `/clients/${id}/derived/disable`),
    revokeTokens: (id, tokenId) =>
      write('DELETE', `/clients/${id}/tokens${tokenId === null ? '' : `/${tokenId}`}`),
    onDone: () => client.invalidateQueries({ queryKey: ['clients', organizationId] }),
  };
}
