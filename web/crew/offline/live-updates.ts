// Change notifications of the crew page: SSE, with polling every ASK_EVERY_MS as a fallback.

const ASK_EVERY_MS = 30_000;
const RECONNECT_MS = 5_000;

export function followChanges(onNews: () => void): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource('/crew/api/stream');
    source.onopen = () => {
      // Events sent while disconnected are lost, so the day is fetched again.
      if (wasOpen) onNews();
      wasOpen = true;
    };
    source.addEventListener('change', onNews);
    source.onerror = () => {
      wasOpen = true;
      // EventSource reconnects by itself after a network error, but not after an HTTP error status.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  const timer = setInterval(() => document.visibilityState === 'visible' && onNews(), ASK_EVERY_MS);
  return () => {
    source?.close();
    clearTimeout(again);
    clearInterval(timer);
  };
}
