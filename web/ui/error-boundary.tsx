// React error boundary: a page that throws does not unmount the frame around it. The usual cause is a chunk of an old
// version that no longer exists after a deployment; reloading the page fixes it.
import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <Notice
          tone="bad"
          title="This page could not be shown"
          actions={
            <Button size="small" icon="refresh" onClick={() => location.reload()}>
              Load it again
            </Button>
          }
        >
          A part of it could not be fetched, or something in it went wrong. Nothing you saved is lost.
        </Notice>
      </div>
    );
  }
}
