// Shows the request log only to sessions whose scopes permit it, and says why otherwise.
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSession } from '../session-context.tsx';
import { mayRead } from '../session-scopes.ts';

export function NeedsReadScope({ children }: { readonly children: ReactNode }) {
  const { session } = useSession();
  if (mayRead(session)) return children;
  return (
    <>
      <PageHead title="Requests" lead="Your API requests, newest first." />
      <Card isFlush>
        <EmptyState icon="key" title="This session may not read requests">
          It was opened with an access token with the scopes {session.scopes.join(' ')}. Open the portal with
          a token that has the scope org or org:read.
        </EmptyState>
      </Card>
    </>
  );
}
