// Live data of the tracking page: fetched again on every SSE event, at intervals as a fallback, after a reconnect, and
// when the page becomes visible or the browser goes online.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TrackingView } from '../../src/features/tracking/tracking-wire.ts';

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

const ASK_EVERY_MS = 30_000;
const ASK_AFTER_FAILURE_MS = 4_000;
const RECONNECT_MS = 3_000;
const GIVE_UP_MS = 10_000;

interface Known {
  readonly view: TrackingView | null;
  readonly receivedAtMs: number;
  readonly link: LinkState;
  readonly hasFailed: boolean;
}

export function useLiveView(token: string): LiveView {
  const [known, setKnown] = useState<Known>({ view: null, receivedAtMs: 0, link: 'open', hasFailed: false });
  const [isLive, setIsLive] = useState(false);
  const asking = useRef({ isUnderWay: false, isWanted: false });
  // One request at a time. Calls during a request cause exactly one more request after it.
  const ask = useCallback(async () => {
    asking.current.isWanted = true;
    if (asking.current.isUnderWay) return;
    asking.current.isUnderWay = true;
    while (asking.current.isWanted) {
      asking.current.isWanted = false;
      const answer = await askOnce(token);
      setKnown((before) => ({ ...before, ...answer }));
    }
    asking.current.isUnderWay = false;
  }, [token]);
  const isOver =
    known.link !== 'open' || known.view?.stage === 'completed' || known.view?.stage === 'cancelled';

  useEffect(() => {
    void ask();
  }, [ask]);
  useEffect(() => {
    if (isOver) return;
    const look = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    const leave = follow(token, setIsLive, () => void ask());
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
      leave();
    };
  }, [token, ask, isOver]);
  useEffect(() => {
    if (isOver) return;
    const everyMs = known.hasFailed ? ASK_AFTER_FAILURE_MS : ASK_EVERY_MS;
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), everyMs);
    return () => clearInterval(timer);
  }, [ask, isOver, known.hasFailed]);
  return { ...known, isLive, ask: () => void ask() };
}

async function askOnce(token: string): Promise<Partial<Known>> {
  try {
    const response = await fetch(`/track/api/${token}`, { signal: AbortSignal.timeout(GIVE_UP_MS) });
    if (response.status === 404) return { link: 'unknown', hasFailed: false };
    if (response.status === 410) return { link: 'expired', hasFailed: false };
    if (!response.ok) return { hasFailed: true };
    const view = (await response.json()) as TrackingView;
    return { view, receivedAtMs: Date.now(), link: 'open', hasFailed: false };
  } catch {
    return { hasFailed: true };
  }
}

function follow(token: string, setIsLive: (isLive: boolean) => void, onNews: () => void): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource(`/track/api/${token}/stream`);
    source.onopen = () => {
      setIsLive(true);
      // Events sent while disconnected are lost, so the view is fetched again.
      if (wasOpen) onNews();
      wasOpen = true;
    };
    source.addEventListener('change', onNews);
    source.onerror = () => {
      setIsLive(false);
      wasOpen = true;
      // EventSource reconnects by itself after a network error, but not after an HTTP error status.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  return () => {
    source?.close();
    clearTimeout(again);
    setIsLive(false);
  };
}
