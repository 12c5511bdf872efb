// Says that the line to the server is down, but only once it lasts: most broken lines are back before anybody reads of them.
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

const PATIENCE_MS = 4_000;

export function LostConnection({ onRetry }: { readonly onRetry: () => void }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title="The connection is lost"
        actions={
          <Button size="small" icon="refresh" onClick={onRetry}>
            Try now
          </Button>
        }
      >
        What you see is what we last knew. It is brought up to date as soon as we get through.
      </Notice>
    </div>
  );
}
