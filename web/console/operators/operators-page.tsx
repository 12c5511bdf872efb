// Operators page: operators with their roles, invitations, and the sign-in policy.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Operator } from '../api.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { operatorsQuery } from './operator-queries.ts';
import { OperatorRow } from './operator-row.tsx';
import { PolicyCard } from './policy-card.tsx';

export function OperatorsPage() {
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHead
        title="Operators"
        lead="Operators with their roles, invitations, and the sign-in policy."
        actions={
          <Button look="primary" icon="plus" onClick={() => setIsInviting(true)}>
            Invite an operator
          </Button>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Card isFlush>
          {data ? <Operators list={data.data} /> : <SkeletonRows label="Loading operators" />}
        </Card>
      )}
      <InvitationList />
      <PolicyCard />
    </>
  );
}

function Operators({ list }: { readonly list: readonly Operator[] }) {
  const sorted = [...list].sort((a, b) => Number(a.disabled) - Number(b.disabled));
  return (
    <ul aria-label="Operators" className="divide-y">
      {sorted.map((operator) => (
        <OperatorRow key={operator.id} operator={operator} />
      ))}
    </ul>
  );
}
