// Live data of the tracking page: fetched again on every SSE event, at intervals as a fallback, after a reconnect, and
// when the page becomes visible or the browser goes online.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrackingView } from './api.generated.ts';

export type LinkState = 'open' | 'expired' | 'unknown';

export interface LiveView {
  /** null until the first response. */
  readonly view: TrackingView | null;
  /** Time of the response on the browser's clock. */
  readonly receivedAtMs: number;
  readonly link: LinkState;
  /** The last request failed. */
  readonly hasFailed: boolean;
  readonly isLive: boolean;
  readonly ask: () => void;
}

const POLL_MS = 30_000;
const RETRY_MS = 4_000;
const RECONNECT_MS = 3_000;
const TIMEOUT_MS = 10_000;

interface FetchState {
  readonly view: TrackingView | null;
  readonly receivedAtMs: number;
  readonly link: LinkState;
  readonly hasFailed: boolean;
}

export function useLiveView(token: string): LiveView {
  const [state, setState] = useState<FetchState>({
    view: null,
    receivedAtMs: 0,
    link: 'open',
    hasFailed: false,
  });
  const [isLive, setIsLive] = useState(false);
  const request = useRef({ isUnderWay: false, isRerunRequested: false });
  // One request at a time. Calls during a request cause exactly one more request after it.
  const ask = useCallback(async () => {
    request.current.isRerunRequested = true;
    if (request.current.isUnderWay) return;
    request.current.isUnderWay = true;
    while (request.current.isRerunRequested) {
      request.current.isRerunRequested = false;
      const result = await fetchView(token);
      setState((before) => ({ ...before, ...result }));
    }
    request.current.isUnderWay = false;
  }, [token]);
  const isOver =
    state.link !== 'open' || state.view?.stage === 'completed' || state.view?.stage === 'cancelled';

  useEffect(() => {
    void ask();
  }, [ask]);
  useEffect(() => {
    if (isOver) return;
    const askIfVisible = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', askIfVisible);
    addEventListener('online', askIfVisible);
    const unsubscribe = subscribe(token, setIsLive, () => void ask());
    return () => {
      document.removeEventListener('visibilitychange', askIfVisible);
      removeEventListener('online', askIfVisible);
      unsubscribe();
    };
  }, [token, ask, isOver]);
  useEffect(() => {
    if (isOver) return;
    const everyMs = state.hasFailed ? RETRY_MS : POLL_MS;
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, isOver, state.hasFailed]);
  return { ...state, isLive, ask: () => void ask() };
}

async function fetchView(token: string): Promise<Partial<FetchState>> {
  try {
    const response = await fetch(`/track/api/${token}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return { link: 'unknown', hasFailed: false };
    if (response.status === 410) return { link: 'expired', hasFailed: false };
    if (!response.ok) return { hasFailed: true };
    const view = (await response.json()) as TrackingView;
    return { view, receivedAtMs: Date.now(), link: 'open', hasFailed: false };
  } catch {
    return { hasFailed: true };
  }
}

function subscribe(token: string, setIsLive: (isLive: boolean) => void, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource(`/track/api/${token}/stream`);
    source.onopen = () => {
      setIsLive(true);
      // Events sent while disconnected are lost, so the view is fetched again.
      if (wasOpen) onChange();
      wasOpen = true;
    };
    source.addEventListener('change', onChange);
    source.onerror = () => {
      setIsLive(false);
      wasOpen = true;
      // EventSource reconnects by itself after a network error, but not after an HTTP error status.
      if (source?.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  return () => {
    source?.close();
    clearTimeout(reconnectTimer);
    setIsLive(false);
  };
}
