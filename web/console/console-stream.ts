// Maps SSE invalidations to query keys. Add the keys of a new page here: a query is fetched again if its key begins
// with one of the keys listed. The first element of a key names the list or the record that the query loads.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type LiveState, type LiveStream, useLiveStream } from '../client/live-stream.ts';
import type { ConsoleChange } from './api.generated.ts';
import { useSession } from './session-context.tsx';
import { sessionQuery } from './session-query.ts';

/** `id` of the changed record; undefined: any record may have changed. */
const staleKeys: Readonly<Record<ConsoleChange['kind'], (id: string | undefined) => readonly QueryKey[]>> = {
  booking: (id) => [
    ['bookings'],
    recordKey('booking', id),
    ['exceptions'],
    ['capacity'],
    ['board'],
    ['positions'],
  ],
  crew: (id) => [['positions'], recordKey('crew', id)],
  roster: () => [['crews'], ['crew'], ['vehicles'], ['members'], ['shifts'], ['shift-patterns'], ['board']],
  engagements: () => [['crews'], ['offers'], ['board']],
  plans: (id) => [['plans'], recordKey('plan', id)],
  planned_jobs: () => [['planned-jobs'], ['board'], ['bookings'], ['booking'], ['positions']],
  exceptions: () => [['exceptions']],
  capacity: () => [['capacity']],
  areas: () => [['areas'], ['capacity']],
  organizations: () => [['organizations'], ['organization'], ['clients']],
  operators: () => [['operators']],
  users: () => [['users']],
  messages: () => [['messages'], ['message']],
};

const recordKey = (name: string, id: string | undefined): QueryKey =>
  id === undefined ? [name] : [name, id];

const SESSION_USE_MS = 60_000;

const consoleStream: LiveStream<ConsoleChange> = {
  url: '/operator/stream',
  staleQueriesFor: ({ kind, id }) => staleKeys[kind]?.(id) ?? [],
  probe: ['session'],
};

/** Call once, in the shell. */
export function useConsoleStream(): { readonly state: LiveState; readonly reconnect: () => void } {
  const { session } = useSession();
  // Counts as use of the session, so that a wall display stays signed in; pauses while the page is hidden. A 401
  // response shows that the session has ended.
  useQuery({
    ...sessionQuery(session),
    refetchInterval: SESSION_USE_MS,
    refetchOnWindowFocus: 'always',
  });
  return useLiveStream(consoleStream);
}
