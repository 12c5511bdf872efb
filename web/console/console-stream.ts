// Which questions of the console a change makes stale. Whoever adds a page adds its keys here: a query is asked again when its
// key begins with one of those listed. Keep the first word of a key the name of the list or thing it shows.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { OperatorSession } from '../../src/features/console/session/session-wire.ts';
import type { ChangeKind, ConsoleChange } from '../../src/features/console/stream/stream-wire.ts';
import { type LiveState, type LiveStream, useLiveStream } from '../client/live-stream.ts';
import { callOperator } from './operator-api.ts';
import { useSession } from './session-context.tsx';

/** `id` is of what moved; without one it may be any of them. */
const touched: Readonly<Record<ChangeKind, (id: string | undefined) => readonly QueryKey[]>> = {
  booking: (id) => [['bookings'], one('booking', id), ['exceptions'], ['capacity'], ['board'], ['positions']],
  crew: (id) => [['positions'], one('crew', id)],
  roster: () => [['crews'], ['crew'], ['vehicles'], ['members'], ['shifts'], ['board']],
  engagements: () => [['crews'], ['offers'], ['board']],
  exceptions: () => [['exceptions']],
  capacity: () => [['capacity']],
  areas: () => [['areas'], ['capacity']],
  organizations: () => [['organizations'], ['organization'], ['clients']],
  operators: () => [['operators']],
  messages: () => [['messages'], ['message']],
};

const one = (name: string, id: string | undefined): QueryKey => (id === undefined ? [name] : [name, id]);

const consoleStream: LiveStream<ConsoleChange> = {
  url: '/operator/stream',
  staleQueriesFor: ({ kind, id }) => touched[kind]?.(id) ?? [],
  probe: ['session'],
};

/** Once, in the shell. */
export function useConsoleStream(): { readonly state: LiveState; readonly reconnect: () => void } {
  const { session } = useSession();
  // Asked again only when the line is refused: the answer says whether the session has ended.
  useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => callOperator<OperatorSession>('/session', { signal }),
    initialData: session,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useLiveStream(consoleStream);
}
