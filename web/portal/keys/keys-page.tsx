// API clients of the session's organization.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { KeyActions, ListTokens } from '../../keys/key-actions.ts';
import { KeyListCard } from '../../keys/key-list.tsx';
import { useStepUp } from '../../step-up/step-up-provider.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ApiKey, KeyList } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useSession, useWrite } from '../session-context.tsx';
import { PortalStepUp } from '../step-up/portal-step-up.tsx';

export function KeysPage() {
  const { session } = useSession();
  return (
    <>
      <PageHead
        title="API clients"
        lead={
          <>
            Credentials with which your own programs book deliveries. People do not need one: they sign in by
            e-mail.{' '}
            <a className="underline underline-offset-2" href="/docs/credentials">
              How API clients work
            </a>
          </>
        }
      />
      {session.member?.role === 'member' ? <NeedsAdmin /> : <LoadedKeys />}
    </>
  );
}

/** The server refuses the list to members who are not admins. */
function NeedsAdmin() {
  const { account } = useSession().session;
  return (
    <Card isFlush>
      <EmptyState icon="key" title="Portal admins manage API clients">
        You are a member of {account.name}. Ask an admin of your organization to create or change a client for
        you. If there is no admin, ask the delivery company to add one.
      </EmptyState>
    </Card>
  );
}

function LoadedKeys() {
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => callPortal<KeyList>('/keys', { signal }),
    // `last_used_at` changes without an SSE event.
    refetchInterval: 30_000,
  });
  return (
    <>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && (
        <Card isFlush>
          <SkeletonRows label="Loading API clients" />
        </Card>
      )}
      {data && <Keys list={data} />}
    </>
  );
}

function Keys({ list }: { readonly list: KeyList }) {
  if (list.scopes.length === 0) {
    return (
      <Card isFlush>
        <EmptyState icon="key" title="Personal accounts have no API clients">
          API clients belong to organizations. To see those of yours, sign out, then sign in by e-mail as an
          admin, or open the portal with an access token of one of its API clients.
        </EmptyState>
      </Card>
    );
  }
  return (
    <PortalStepUp clientId={list.own_client_id}>
      <ChangeableKeys list={list} />
    </PortalStepUp>
  );
}

function ChangeableKeys({ list }: { readonly list: KeyList }) {
  const actions = useKeyActions();
  return (
    <KeyListCard
      title="Clients and their secrets"
      clients={list.data}
      tokens={listTokens}
      actions={actions}
      scopes={list.scopes}
      ownClientId={list.own_client_id}
      lockOf={(client) => lockOf(client, list.scopes)}
    />
  );
}

const listTokens: ListTokens = (id, after) => callPortal(`/keys/${id}/tokens${query({ after })}`);

/** Same rule as the server, against privilege escalation: a client with more scopes than the session is locked. */
function lockOf({ scopes }: ApiKey, sessionScopes: readonly string[]): string | null {
  const grantedScopes = new Set(sessionScopes.flatMap((scope) => [scope, `${scope}:read`, `${scope}:write`]));
  const isWithin = scopes.every(
    (scope) =>
      scope === 'public' ||
      grantedScopes.has(scope) ||
      (grantedScopes.has(`${scope}:read`) && grantedScopes.has(`${scope}:write`)),
  );
  return isWithin
    ? null
    : `This client may do more than this session (${sessionScopes.join(' ')}). To change it, sign in to the portal by e-mail as an admin, or open the portal with an access token that has the scopes ${scopes.join(' ')}.`;
}

function useKeyActions(): KeyActions {
  const write = useWrite();
  const guard = useStepUp();
  const client = useQueryClient();
  return {
    create: (key) => guard(() => write('POST', '/keys', key)),
    rotate: (id, overlap_hours) => guard(() => write('POST', `/keys/${id}/rotate`, { overlap_hours })),
    endOldSecret: (id) => guard(() => write('DELETE', `/keys/${id}/old-secret`)),
    setDisabled: (id, disabled) => guard(() => write('PATCH', `/keys/${id}`, { disabled })),
    remove: (id) => guard(() => write('DELETE', `/keys/${id}`)),
    disableDerived: (id) => guard(() => write('POST', `/keys/${id}/derived/disable`)),
    revokeTokens: (id, tokenId) =>
      guard(() => write('DELETE', `/keys/${id}/tokens${tokenId === null ? '' : `/${tokenId}`}`)),
    onDone: () => client.invalidateQueries({ queryKey: ['keys'] }),
  };
}
