// Change notifications of the crew page: SSE, with polling every POLL_MS as a fallback.

const POLL_MS = 30_000;
const RECONNECT_MS = 5_000;

export function followChanges(onChange: () => void): () => void {
  let source: EventSource | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource('/crew/api/stream');
    source.onopen = () => {
      // Events sent while disconnected are lost, so the day is fetched again.
      if (wasOpen) onChange();
      wasOpen = true;
    };
    source.addEventListener('change', onChange);
    source.onerror = () => {
      wasOpen = true;
      // EventSource reconnects by itself after a network error, but not after an HTTP error status.
      if (source?.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  const timer = setInterval(() => document.visibilityState === 'visible' && onChange(), POLL_MS);
  return () => {
    source?.close();
    clearTimeout(reconnectTimer);
    clearInterval(timer);
  };
}
