// Keeps what is shown true: the server says that something moved, and the pages ask again for what they show.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { StreamChange } from '../../src/features/webhooks/portal-wire.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

const GATHER_MS = 300;
const RECONNECT_MS = 3_000;

/** Which questions a change makes stale, by the first word of their key. */
const touched: Readonly<Record<StreamChange['kind'], readonly string[]>> = {
  endpoint: ['endpoints', 'endpoint', 'chart'],
  delivery: ['endpoints', 'endpoint', 'chart', 'deliveries', 'delivery', 'recovery-preview'],
  recovery: ['recoveries', 'recovery-preview', 'endpoints', 'endpoint'],
  request: ['requests'],
};

export function useLiveStream(): { readonly state: LiveState; readonly reconnect: () => void } {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens a new line
  useEffect(() => follow(client, setState), [client, round]);
  const reconnect = useCallback(() => {
    setRound((count) => count + 1);
    void client.invalidateQueries();
  }, [client]);
  return { state, reconnect };
}

function follow(client: QueryClient, setState: (state: LiveState) => void): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  const gather = gatherChanges(client);

  function connect(): void {
    source = new EventSource('/portal/api/stream');
    source.onopen = () => {
      setState('live');
      // What happened while nobody listened.
      if (wasOpen)
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'event-types' });
      wasOpen = true;
    };
    source.addEventListener('change', ({ data }: MessageEvent<string>) =>
      gather.add(JSON.parse(data) as StreamChange),
    );
    source.onerror = () => {
      setState('reconnecting');
      // The browser comes back by itself after a broken line, but not after a refusal.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: ['endpoints'] });
      again = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  return () => {
    source?.close();
    clearTimeout(again);
    gather.stop();
  };
}

function gatherChanges(client: QueryClient) {
  const kinds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    timer = undefined;
    const stale = new Set(kinds);
    kinds.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
  }
  return {
    add: ({ kind }: StreamChange) => {
      for (const name of touched[kind]) kinds.add(name);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
