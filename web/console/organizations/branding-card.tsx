// Brandings that wait for approval: the list of all organizations; and the branding of one with preview and decision.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BrandingPreview } from '../../branding/branding-preview.tsx';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { formatPhone } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Organization, OrganizationBranding } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { brandingQuery } from './organization-queries.ts';
import { PendingList } from './pending-list.tsx';

export function PendingBrandingList({ list }: { readonly list: readonly Organization[] }) {
  return (
    <PendingList
      title="Brandings to approve"
      note="Customers see the previous look until an admin approves the new one."
      verb="submitted"
      items={list.flatMap(({ id, name, pending_branding_at: at }) => (at === null ? [] : [{ id, name, at }]))}
    />
  );
}

type Decision = 'approve' | 'reject' | 'remove';

/** Nothing if no branding of the organization waits. */
export function PendingBrandingCard({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(brandingQuery(id));
  const [decision, setDecision] = useState<Decision | null>(null);
  const mayDecide = useHasRole('admin');
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="branding" />;
  if (!data || data.pending === null) return null;
  const { pending, pending_at } = data;
  return (
    <>
      <Card
        title="New branding"
        note={
          <>
            Submitted by the partner {pending_at !== null && <RelativeTime at={pending_at} tip="start" />}.
            Customers do not see it yet. Check that logo, name and addresses belong to the partner.
          </>
        }
        aside={
          mayDecide && (
            <div className="flex gap-2">
              <Button look="primary" onClick={() => setDecision('approve')}>
                Approve<span className="sr-only"> the branding</span>
              </Button>
              <Button onClick={() => setDecision('reject')}>
                Reject<span className="sr-only"> the branding</span>
              </Button>
            </div>
          )
        }
      >
        <Shown state={data} branding={pending} />
      </Card>
      {decision !== null && (
        <DecisionDialog id={id} state={data} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

/** Nothing if the organization has no branding in use. */
export function LiveBrandingCard({ id }: { readonly id: string }) {
  const { data } = useQuery(brandingQuery(id));
  const [isRemoving, setIsRemoving] = useState(false);
  const mayDecide = useHasRole('admin');
  if (!data || data.live === null) return null;
  const { pending, live } = data;
  return (
    <>
      <Card
        title="Live branding"
        anchor="branding"
        note="Customers see it on tracking pages, in e-mails and on statements."
        aside={
          mayDecide && (
            <Button size="small" look="danger-quiet" onClick={() => setIsRemoving(true)}>
              Remove<span className="sr-only"> the live branding</span>
            </Button>
          )
        }
      >
        {/* The preview of the new one is enough to compare. */}
        {pending === null ? <Shown state={data} branding={live} /> : <Facts branding={live} />}
      </Card>
      {isRemoving && (
        <DecisionDialog id={id} state={data} decision="remove" onClose={() => setIsRemoving(false)} />
      )}
    </>
  );
}

type Branding = NonNullable<OrganizationBranding['live']>;

interface ShownProps {
  readonly state: OrganizationBranding;
  readonly branding: Branding;
}

function Shown({ state: { organization_name, company_name, can_call_crew }, branding }: ShownProps) {
  return (
    <div className="grid gap-5">
      <Facts branding={branding} />
      <BrandingPreview
        branding={branding}
        organizationName={organization_name}
        companyName={company_name}
        canCallCrew={can_call_crew}
      />
    </div>
  );
}

function Facts({ branding }: { readonly branding: Branding }) {
  const facts: [string, ReactNode][] = [
    ['Sender name', branding.sender_name],
    ['Accent color', branding.accent],
    ['Reply address', branding.reply_to],
    ['Help e-mail', branding.help_email],
    ['Help phone', branding.help_phone && formatPhone(branding.help_phone)],
    ['Help page', branding.help_url],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [overflow-wrap:anywhere]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>{value ?? <span className="text-muted">default</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

const words = {
  approve: {
    title: 'Approve the branding?',
    confirm: 'Approve the branding',
    done: 'Branding approved.',
    effect: 'Customers see it at once on tracking pages, and in new e-mails.',
  },
  reject: {
    title: 'Reject the branding?',
    confirm: 'Reject the branding',
    done: 'Branding rejected.',
    effect: 'What customers see does not change. The partner reads the reason in the portal.',
  },
  remove: {
    title: 'Remove the live branding?',
    confirm: 'Remove the branding',
    done: 'Branding removed.',
    effect: 'Customers see the default look at once.',
  },
} as const;

interface DecisionDialogProps {
  readonly id: string;
  readonly state: OrganizationBranding;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function DecisionDialog({ id, state: { revision }, decision, onClose }: DecisionDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const { title, confirm, done, effect } = words[decision];
  const path = `/organizations/${id}/branding`;
  const decide = useMutation({
    mutationFn: () =>
      decision === 'remove'
        ? write<OrganizationBranding>('DELETE', `${path}?revision=${revision}`)
        : write<OrganizationBranding>('POST', `${path}/${decision}`, {
            revision,
            ...(decision === 'reject' && { reason }),
          }),
    onSuccess: (updated) => {
      client.setQueryData(brandingQuery(id).queryKey, updated);
      toast(done);
      onClose();
    },
    // Also after a refusal: the partner may have submitted another one.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['organizations'] }),
        client.invalidateQueries({ queryKey: brandingQuery(id).queryKey }),
      ]),
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isDangerous={decision === 'remove'}
      busy={decide.isPending}
      error={errorForOtherParams(decide.error, 'reason')}
      onConfirm={() => decide.mutate()}
      onClose={onClose}
    >
      <p>{effect}</p>
      {decision === 'reject' && (
        <TextArea
          label="Reason"
          className="text-ink"
          maxLength={500}
          value={reason}
          error={errorForParam(decide.error, 'reason')}
          onChange={(event) => setReason(event.target.value)}
          data-first
        />
      )}
    </ConfirmDialog>
  );
}
