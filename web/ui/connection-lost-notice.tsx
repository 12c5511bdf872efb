// Banner for a lost SSE connection. It appears after SHOW_AFTER_MS only, because most connections are re-established
// sooner.
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

const SHOW_AFTER_MS = 4_000;

export function ConnectionLostNotice({ onRetry }: { readonly onRetry: () => void }) {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isVisible) return null;
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title="Connection lost"
        actions={
          <Button size="small" icon="refresh" onClick={onRetry}>
            Reconnect now
          </Button>
        }
      >
        This page may be out of date. It updates as soon as the connection is restored.
      </Notice>
    </div>
  );
}
