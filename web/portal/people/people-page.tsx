// People of the session's organization who can sign in to the portal. For admins, and for API clients with all rights.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PeopleActions } from '../../people/people-actions.ts';
import { PeopleCard } from '../../people/people-card.tsx';
import { useStepUp } from '../../step-up/step-up-provider.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { MemberList } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useWrite } from '../session-context.tsx';
import { PortalStepUp } from '../step-up/portal-step-up.tsx';

export function PeoplePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => callPortal<MemberList>('/members', { signal }),
    // The status of a mail and the last sign-in change without an SSE event.
    refetchInterval: 30_000,
  });
  return (
    <>
      <PageHead title="People" lead="Who can sign in to this portal with links by e-mail." />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && (
        <Card isFlush>
          <SkeletonRows label="Loading people" />
        </Card>
      )}
      {data && (
        <PortalStepUp>
          <People list={data} />
        </PortalStepUp>
      )}
    </>
  );
}

function People({ list }: { readonly list: MemberList }) {
  return (
    <PeopleCard
      title="People with portal access"
      note="Every change is recorded and mailed to the contact of your organization."
      people={list.data}
      actions={usePeopleActions()}
      ownId={list.own_id}
    />
  );
}

function usePeopleActions(): PeopleActions {
  const write = useWrite();
  const guard = useStepUp();
  const client = useQueryClient();
  return {
    add: (person) => guard(() => write('POST', '/members', person)),
    sendLink: (id) => guard(() => write('POST', `/members/${id}/link`)),
    remove: (id) => guard(() => write('DELETE', `/members/${id}`)),
    onDone: () => client.invalidateQueries({ queryKey: ['members'] }),
  };
}
