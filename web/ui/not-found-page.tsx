// Page for unknown URLs and for resources that do not exist.
import { ButtonLink } from './button-link.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHead } from './page-head.tsx';

interface NotFoundPageProps {
  readonly what?: string;
}

export function NotFoundPage({ what = 'page' }: NotFoundPageProps) {
  return (
    <>
      <PageHead title="Not found" />
      <Card isFlush>
        <EmptyState
          icon="search"
          title={`This ${what} does not exist`}
          actions={
            <ButtonLink href="/" look="primary">
              Go to the start page
            </ButtonLink>
          }
        >
          It may have been deleted, or the URL may be wrong.
        </EmptyState>
      </Card>
    </>
  );
}
