// Names that partners have set and that wait for approval: the list of all organizations, and the decision about one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Organization, OrganizationFacts } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { organizationQuery } from './organization-queries.ts';
import { PendingList } from './pending-list.tsx';

export function PendingNameList({ list }: { readonly list: readonly Organization[] }) {
  return (
    <PendingList
      title="Names to approve"
      note="Customers see the old name until an admin approves the new one."
      verb="set"
      items={list.flatMap(({ id, name, pending_name, pending_name_at: at }) =>
        pending_name === null
          ? []
          : [
              {
                id,
                name: pending_name,
                details: <span className="text-muted [overflow-wrap:anywhere]">now {name}</span>,
                at,
              },
            ],
      )}
    />
  );
}

/** Nothing if no name of the organization waits. */
export function PendingNameCard({ organization }: { readonly organization: Organization }) {
  const { pending_name: name, pending_name_at: setAt } = organization;
  const [decision, setDecision] = useState<Decision | null>(null);
  const mayDecide = useHasRole('admin');
  if (name === null) return null;
  return (
    <Card title="New name" note="Set by the partner. Customers do not see it yet.">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-48">
          <span className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</span>
          {setAt !== null && (
            <span className="block text-[0.8125rem] text-muted">
              set <RelativeTime at={setAt} tip="start" />
            </span>
          )}
        </p>
        {mayDecide && (
          <div className="flex gap-2">
            <Button look="primary" onClick={() => setDecision('approve')}>
              Approve
            </Button>
            <Button onClick={() => setDecision('reject')}>Reject</Button>
          </div>
        )}
      </div>
      {decision !== null && (
        <DecisionDialog
          organization={organization}
          name={name}
          decision={decision}
          onClose={() => setDecision(null)}
        />
      )}
    </Card>
  );
}

type Decision = 'approve' | 'reject';

interface DecisionDialogProps {
  readonly organization: Organization;
  readonly name: string;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function DecisionDialog({ organization, name, decision, onClose }: DecisionDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const isApproval = decision === 'approve';
  const decide = useMutation({
    mutationFn: () =>
      write<OrganizationFacts>('POST', `/organizations/${organization.id}/name/${decision}`, { name }),
    onSuccess: (updated) => {
      client.setQueryData(organizationQuery(organization.id).queryKey, updated);
      toast(isApproval ? 'Name approved.' : 'Name rejected.');
      onClose();
    },
    // Also after a refusal: the partner may have set another name.
    onSettled: () => client.invalidateQueries({ queryKey: ['organizations'] }),
  });
  return (
    <ConfirmDialog
      title={isApproval ? 'Approve the name?' : 'Reject the name?'}
      confirm={isApproval ? 'Approve the name' : 'Reject the name'}
      busy={decide.isPending}
      error={decide.error?.message}
      onConfirm={() => decide.mutate()}
      onClose={onClose}
    >
      {isApproval
        ? `Messages and tracking pages show “${name}” instead of “${organization.name}”.`
        : `The partner and its customers see “${organization.name}”.`}
    </ConfirmDialog>
  );
}
