// Dialog with the live access tokens of an API client: created, last use, address, scopes; revoke one or all.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, ClientToken } from '../portal/api.generated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { DueTime, RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';
import type { KeyActions, ListTokens } from './key-actions.ts';

interface TokenDialogProps {
  readonly client: ApiKey;
  readonly tokens: ListTokens;
  /** null for read-only users. */
  readonly revoke: KeyActions['revokeTokens'] | null;
  readonly onClose: () => void;
}

export function TokenDialog({ client, tokens, revoke, onClose }: TokenDialogProps) {
  const toast = useToast();
  const [isConfirming, setIsConfirming] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['client-tokens', client.id],
    queryFn: ({ pageParam }) => tokens(client.id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const end = useMutation({
    mutationFn: async (tokenId: string | null) => revoke?.(client.id, tokenId),
    onSuccess: (_answer, tokenId) => {
      setIsConfirming(false);
      void list.refetch();
      toast(tokenId === null ? 'All access tokens revoked.' : 'Access token revoked.');
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  const found = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Dialog
      title={`Access tokens of ${client.name}`}
      onClose={onClose}
      actions={
        <>
          {revoke && found !== undefined && found.length > 0 && !isConfirming && (
            <Button look="danger-quiet" disabled={end.isPending} onClick={() => setIsConfirming(true)}>
              Revoke all…
            </Button>
          )}
          {isConfirming ? (
            <>
              <Button onClick={() => setIsConfirming(false)}>Cancel</Button>
              <Button look="danger" busy={end.isPending} onClick={() => end.mutate(null)}>
                Revoke all tokens
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Done</Button>
          )}
        </>
      }
    >
      {found !== undefined && found.length > 0 && (
        <p>
          A token that is revoked stops working immediately. Programs get a new one with the client secret.
        </p>
      )}
      {list.error && !found && <LoadError error={list.error} onRetry={list.refetch} />}
      {!list.error && !found && <SkeletonRows label="Loading access tokens" />}
      {found?.length === 0 && <p>No live access tokens. They appear here when a program gets one.</p>}
      {found !== undefined && found.length > 0 && (
        <ul className="divide-y">
          {found.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              busy={end.isPending}
              onRevoke={revoke ? () => end.mutate(token.id) : null}
            />
          ))}
        </ul>
      )}
      {isConfirming && (
        <p role="alert" className="font-medium text-danger">
          All access tokens of {client.name} stop working, also those that are not shown here.
        </p>
      )}
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}

interface TokenRowProps {
  readonly token: ClientToken;
  readonly busy: boolean;
  readonly onRevoke: (() => void) | null;
}

function TokenRow({ token, busy, onRevoke }: TokenRowProps) {
  const { id, scopes, grant, created_at, last_used_at, address, expires_at, derived_clients } = token;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 text-[0.8125rem]">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope} tone="quiet">
              {scope}
            </Badge>
          ))}
        </p>
        <p>
          {grant ?? 'unknown grant'} · created <RelativeTime at={created_at} tip="start" />
        </p>
        <p>
          {last_used_at === null ? (
            'no use recorded'
          ) : (
            <>
              last used <RelativeTime at={last_used_at} tip="start" />
              {address !== null && <> from {address}</>}
            </>
          )}
          {expires_at !== null && (
            <>
              {' '}
              · expires <DueTime at={expires_at} tip="start" />
            </>
          )}
          {derived_clients > 0 && (
            <> · created {derived_clients === 1 ? '1 API client' : `${derived_clients} API clients`}</>
          )}
        </p>
      </div>
      {onRevoke && (
        <Button size="small" look="danger-quiet" disabled={busy} onClick={onRevoke}>
          Revoke<span className="sr-only"> token {id}</span>
        </Button>
      )}
    </li>
  );
}
