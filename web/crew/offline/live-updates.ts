// Hears from the server that a dispatcher changed something, and asks by itself now and then, should nobody be heard.

const ASK_EVERY_MS = 30_000;
const RECONNECT_MS = 5_000;

export function followChanges(onNews: () => void): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  function connect(): void {
    source = new EventSource('/crew/api/stream');
    source.onopen = () => {
      // What happened while nobody listened.
      if (wasOpen) onNews();
      wasOpen = true;
    };
    source.addEventListener('change', onNews);
    source.onerror = () => {
      wasOpen = true;
      // The browser comes back by itself after a broken line, but not after a refusal.
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
