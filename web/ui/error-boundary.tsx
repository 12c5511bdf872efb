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
          title="This page could not be displayed"
          actions={
            <Button size="small" icon="refresh" onClick={() => location.reload()}>
              Reload page
            </Button>
          }
        >
          A part of the page failed to load or an error occurred. Saved changes are not affected. Reload the
          page to try again.
        </Notice>
      </div>
    );
  }
}
