// People with portal access of one organization, on its page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PeopleActions } from '../../people/people-actions.ts';
import { PeopleCard } from '../../people/people-card.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useHasRole, useWrite } from '../session-context.tsx';
import { portalPeopleQuery } from './organization-queries.ts';

export function PortalPeople({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useQuery(portalPeopleQuery(organizationId));
  const actions = usePeopleActions(organizationId);
  const mayManage = useHasRole('admin');
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows rows={2} label="Loading people with portal access" />
      </Card>
    );
  }
  return (
    <PeopleCard
      title="People with portal access"
      note="They sign in with links by e-mail. Admins of the partner manage people in the portal too."
      people={data.data}
      actions={mayManage ? actions : null}
    />
  );
}

function usePeopleActions(organizationId: string): PeopleActions {
  const write = useWrite();
  const client = useQueryClient();
  return {
    add: (person) => write('POST', `/organizations/${organizationId}/portal-members`, person),
    sendLink: (id) => write('POST', `/portal-members/${id}/link`),
    remove: (id) => write('DELETE', `/portal-members/${id}`),
    onDone: () => client.invalidateQueries(portalPeopleQuery(organizationId)),
  };
}
