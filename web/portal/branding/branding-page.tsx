// Branding page: state of the branding, form with live preview, submission for approval.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PortalBranding } from '../api.generated.ts';
import { useWrite } from '../session-context.tsx';
import { BrandingForm } from './branding-form.tsx';
import { brandingQuery } from './branding-queries.ts';

export function BrandingPage() {
  const { data, error, refetch } = useQuery(brandingQuery);
  return (
    <>
      <PageHead
        title="Branding"
        lead="Your logo, color, name and help contact on tracking pages, e-mails and statements. Customers see a change after it was approved."
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && (
        <Card isFlush>
          <SkeletonRows label="Loading the branding" />
        </Card>
      )}
      {data && <LoadedPage state={data} />}
    </>
  );
}

function LoadedPage({ state }: { readonly state: PortalBranding }) {
  // An edited form keeps what it started with: a decision of an operator must not discard what is being typed.
  const [base, setBase] = useState(state);
  const [isEdited, setIsEdited] = useState(false);
  const load = (next: PortalBranding) => {
    setBase(next);
    setIsEdited(false);
  };
  const isOutdated = state.revision > base.revision;
  if (isOutdated && !isEdited) setBase(state);
  return (
    <>
      <StateNotices state={state} onChange={load} />
      {isOutdated && isEdited && (
        <Notice
          tone="warn"
          title="The branding has changed since you opened the form"
          actions={<Button onClick={() => load(state)}>Load the current branding</Button>}
        >
          Your changes cannot be submitted. Load the current branding, then make them again.
        </Notice>
      )}
      <BrandingForm key={base.revision} state={base} onEdited={() => setIsEdited(true)} onSubmitted={load} />
    </>
  );
}

interface StateProps {
  readonly state: PortalBranding;
  readonly onChange: (state: PortalBranding) => void;
}

type Removal = 'pending' | 'live';

function StateNotices({ state, onChange }: StateProps) {
  const { live, pending, pending_at, rejection_reason } = state;
  const [removal, setRemoval] = useState<Removal | null>(null);
  return (
    <>
      {pending !== null && (
        <Notice
          tone="warn"
          title="Waiting for approval"
          actions={<Button onClick={() => setRemoval('pending')}>Withdraw</Button>}
        >
          Submitted {pending_at !== null && <RelativeTime at={pending_at} tip="start" />}.{' '}
          {live === null
            ? 'Customers see the default look until then.'
            : 'Customers see your live branding until then.'}
        </Notice>
      )}
      {rejection_reason !== null && (
        <Notice tone="bad" title="Your last branding was rejected">
          {rejection_reason} Correct it below and submit it again.
        </Notice>
      )}
      {live !== null && (
        <Notice
          tone="good"
          title="Your branding is live"
          actions={<Button onClick={() => setRemoval('live')}>Return to the default</Button>}
        >
          Customers see it as {live.sender_name ?? state.organization_name}.
        </Notice>
      )}
      {removal !== null && (
        <RemovalDialog {...{ state, removal, onChange }} onClose={() => setRemoval(null)} />
      )}
    </>
  );
}

interface RemovalDialogProps extends StateProps {
  readonly removal: Removal;
  readonly onClose: () => void;
}

function RemovalDialog({ state: { revision }, removal, onChange, onClose }: RemovalDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const isLive = removal === 'live';
  const remove = useMutation({
    mutationFn: () =>
      write<PortalBranding>('DELETE', `/branding${isLive ? '' : '/pending'}?revision=${revision}`),
    onSuccess: (updated) => {
      client.setQueryData(brandingQuery.queryKey, updated);
      onChange(updated);
      toast(isLive ? 'Customers see the default look.' : 'Branding withdrawn.');
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: brandingQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      title={isLive ? 'Return to the default?' : 'Withdraw the branding?'}
      confirm={isLive ? 'Return to the default' : 'Withdraw'}
      isDangerous={isLive}
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isLive
        ? 'Your logo, color, name and help contact are removed at once. To use them again, they need a new approval.'
        : 'It is no longer waiting for approval. What customers see does not change.'}
    </ConfirmDialog>
  );
}
