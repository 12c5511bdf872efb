// Shows bookings and the request log only to sessions whose scopes permit it, and says why otherwise.
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSession } from '../session-context.tsx';
import { mayRead } from '../session-scopes.ts';

interface NeedsReadScopeProps {
  readonly head: { readonly title: string; readonly lead: string };
  readonly children: ReactNode;
}

export function NeedsReadScope({ head, children }: NeedsReadScopeProps) {
  const { session } = useSession();
  if (mayRead(session)) return children;
  return (
    <>
      <PageHead {...head} />
      <Card isFlush>
        <EmptyState icon="key" title={`This session may not read ${head.title.toLowerCase()}`}>
          It was opened with an access token with the scopes {session.scopes.join(' ')}. Sign out and sign in
          by e-mail, or open the portal with a token that has the scope org or org:read.
        </EmptyState>
      </Card>
    </>
  );
}
