// Live data of the tracking page: fetched again on every SSE event, at intervals as a fallback, after a reconnect, and
// when the page becomes visible or the browser goes online.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrackingView } from './api.generated.ts';

/** `signed_out`: the portal session of a preview is missing or has ended. */
export type LinkState = 'open' | 'expired' | 'unknown' | 'signed_out';

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

export interface FetchState {
  readonly view: TrackingView | null;
  readonly receivedAtMs: number;
  readonly link: LinkState;
  readonly hasFailed: boolean;
}

/** `path` is the path of the view; its stream is below it. `first` is the first response. */
export function useLiveView(path: string, first: Partial<FetchState>): LiveView {
  const [state, setState] = useState<FetchState>({
    view: null,
    receivedAtMs: 0,
    link: 'open',
    hasFailed: false,
    ...first,
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
      const result = await fetchView(path);
      setState((before) => ({ ...before, ...result }));
    }
    request.current.isUnderWay = false;
  }, [path]);
  const isOver =
    state.link !== 'open' || state.view?.stage === 'completed' || state.view?.stage === 'cancelled';
  // A skipped stop may be delivered again, by another booking. No event announces it.
  const isFinal = isOver && !mayBeDeliveredAgain(state);

  useEffect(() => (isOver ? undefined : subscribe(path, setIsLive, () => void ask())), [path, ask, isOver]);
  useEffect(() => {
    if (isFinal) return;
    const askIfVisible = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', askIfVisible);
    addEventListener('online', askIfVisible);
    // The request fails at once, so that the page says that it is not up to date.
    addEventListener('offline', askIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', askIfVisible);
      removeEventListener('online', askIfVisible);
      removeEventListener('offline', askIfVisible);
    };
  }, [ask, isFinal]);
  useEffect(() => {
    if (isFinal) return;
    const everyMs = state.hasFailed ? RETRY_MS : POLL_MS;
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, isFinal, state.hasFailed]);
  return { ...state, isLive, ask: () => void ask() };
}

function mayBeDeliveredAgain({ link, view }: FetchState): boolean {
  return (
    link === 'open' && view?.stage === 'completed' && view.stops.some(({ state }) => state === 'skipped')
  );
}

/** Does not throw: a failure is part of the state. */
export async function fetchView(path: string): Promise<Partial<FetchState>> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 401 || response.status === 403) return { link: 'signed_out', hasFailed: false };
    if (response.status === 404) return { link: 'unknown', hasFailed: false };
    if (response.status === 410) return { link: 'expired', hasFailed: false };
    if (!response.ok) return { hasFailed: true };
    const view = (await response.json()) as TrackingView;
    return { view, receivedAtMs: Date.now(), link: 'open', hasFailed: false };
  } catch {
    return { hasFailed: true };
  }
}

function subscribe(path: string, setIsLive: (isLive: boolean) => void, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource(`${path}/stream`);
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
