// What stands in for something that could not be loaded: why, and a way to try again.

import { ApiError } from '../client/api-request.ts';
import { Button } from './button.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Notice } from './notice.tsx';

interface LoadErrorProps {
  readonly error: Error;
  readonly onRetry: () => unknown;
  /** What it was, should it not exist. */
  readonly what?: string;
}

export function LoadError({ error, onRetry, what }: LoadErrorProps) {
  if (what !== undefined && error instanceof ApiError && [400, 404].includes(error.status)) {
    return <NotFoundPage what={what} />;
  }
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title="This could not be loaded"
        actions={
          <Button size="small" icon="refresh" onClick={() => void onRetry()}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Notice>
    </div>
  );
}
