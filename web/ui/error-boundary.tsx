// Keeps a page that fails from taking everything around it along. Most often a new version was installed and a part of the old
// one is gone: loading the page again puts it right.
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
