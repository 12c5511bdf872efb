// Error state of a failed query, with the reason and a retry button.

import { ApiError } from '../client/api-request.ts';
import { Button } from './button.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Notice } from './notice.tsx';

interface LoadErrorProps {
  readonly error: Error;
  readonly onRetry: () => unknown;
  /** Name of the resource. If set, 400 and 404 render a "not found" page instead. */
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
        title="Could not load the data"
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
