// Sessions of the signed-in operator, with buttons that end them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { OwnSession } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { ownSessionsQuery } from './account-queries.ts';
import { formatUserAgent } from './user-agent-label.ts';

export function OwnSessions() {
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const client = useQueryClient();
  const write = useWrite();
  const toast = useToast();
  const end = useMutation({
    mutationFn: (path: string) => write('DELETE', path),
    onSuccess: (_response, path) =>
      toast(path === '/me/sessions' ? 'All other sessions were signed out.' : 'Session signed out.'),
    onError: (failure) => toast(failure.message, 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: ['own-sessions'] }),
  });
  const others = data?.data.filter(({ current }) => !current).length ?? 0;
  return (
    <Card
      title="Sessions"
      isFlush
      aside={
        others > 0 && (
          <Button size="small" busy={end.isPending} onClick={() => end.mutate('/me/sessions')}>
            Sign out all other sessions
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={2} label="Loading your sessions" />}
      <ul className="divide-y border-t">
        {data?.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => end.mutate(`/me/sessions/${session.id}`)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { carrier, agent, address, current, created_at, last_used_at } = session;
  const name = carrier === 'token' ? 'Script (access token)' : formatUserAgent(agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {current && <Badge tone="good">This session</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted">
          {address ?? 'Unknown address'} · signed in <RelativeTime at={created_at} isInList tip="start" /> ·
          last used <RelativeTime at={last_used_at} isInList tip="start" />
        </p>
      </div>
      {!current && (
        <Button size="small" aria-label={`Sign out ${name}, ${address ?? 'unknown address'}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
