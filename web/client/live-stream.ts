// SSE client of the portal and the console: a `change` event invalidates the affected queries, and mounted pages
// refetch.
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

export interface LiveStream<Change> {
  readonly url: string;
  /** Query key prefixes that a change makes stale. */
  readonly staleQueriesFor: (change: Change) => readonly QueryKey[];
  /** Query refetched when the server refuses the connection; a 401 shows that the session has ended. */
  readonly probe: QueryKey;
  /** First elements of query keys whose data never changes while a page is open; not refetched after a reconnect. */
  readonly constant?: readonly string[];
}

const BATCH_MS = 300;
const RECONNECT_MS = 3_000;

/** `stream` must be referentially stable, otherwise every render reconnects. */
export function useLiveStream<Change>(stream: LiveStream<Change>): {
  readonly state: LiveState;
  readonly reconnect: () => void;
} {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [connectionNumber, setConnectionNumber] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens a new line
  useEffect(() => subscribe(client, stream, setState), [client, stream, connectionNumber]);
  const reconnect = useCallback(() => {
    setConnectionNumber((count) => count + 1);
    void client.invalidateQueries();
  }, [client]);
  return { state, reconnect };
}

function subscribe<Change>(
  client: QueryClient,
  { url, staleQueriesFor, probe, constant = [] }: LiveStream<Change>,
  setState: (state: LiveState) => void,
): () => void {
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  const batch = createInvalidationBatch(client);

  function connect(): void {
    source = new EventSource(url);
    source.onopen = () => {
      setState('live');
      // Events sent while disconnected are lost, so everything is refetched.
      if (wasOpen)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => !constant.includes(String(queryKey[0])),
        });
      wasOpen = true;
    };
    source.addEventListener('change', ({ data }: MessageEvent<string>) =>
      batch.add(staleQueriesFor(JSON.parse(data) as Change)),
    );
    source.onerror = () => {
      setState('reconnecting');
      // EventSource reconnects by itself after a network error, but not after an HTTP error status.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: probe });
      reconnectTimer = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  return () => {
    source?.close();
    clearTimeout(reconnectTimer);
    batch.stop();
  };
}

function createInvalidationBatch(client: QueryClient) {
  const keys = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    timer = undefined;
    const stale = [...keys.values()];
    keys.clear();
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  }
  return {
    add: (staleKeys: readonly QueryKey[]) => {
      for (const key of staleKeys) keys.set(JSON.stringify(key), key);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
