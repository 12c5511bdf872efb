// Recovery of an endpoint: previews how many deliveries failed, were discarded or missed since a time, then re-sends
// them. A disabled endpoint is enabled first.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useToast } from '../../ui/toast.tsx';
import type { PortalEndpoint, RecoveryPreview } from '../api.generated.ts';
import { useSession } from '../session-context.tsx';
import { useChangeEndpoint, useRecover, useRecoveryPreview } from './endpoint-queries.ts';
import { RecoveryList } from './recovery-list.tsx';
import { presets, type Since, sinceInstant } from './recovery-since.ts';

export function EndpointRecover({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const { session } = useSession();
  const [params] = useSearchParams();
  const choices = presets(endpoint, params.get('since'), session.retry_seconds);
  const [since, setSince] = useState<Since>({ preset: choices[0]?.value ?? '24h', custom: '' });
  // Computed when chosen, so that the preview and the recovery use the same instant.
  const [instant, setInstant] = useState(() => sinceInstant(since, Date.now(), session.retention_days));
  const choose = (next: Since) => {
    setSince(next);
    setInstant(sinceInstant(next, Date.now(), session.retention_days));
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card
        title="Recover deliveries"
        note="Re-sends all deliveries since a time that did not succeed, oldest first. Successful deliveries are not sent again."
      >
        <div className="grid gap-4">
          <Select
            label="Recover deliveries since"
            value={since.preset}
            onChange={(preset) => choose({ ...since, preset })}
            options={[...choices, { value: 'custom', label: 'Custom time' }]}
          />
          {since.preset === 'custom' && (
            <TextField
              label="Since"
              type="datetime-local"
              value={since.custom}
              onChange={(event) => choose({ preset: 'custom', custom: event.currentTarget.value })}
              hint={`In your time zone. Events are kept for ${session.retention_days} days.`}
            />
          )}
          <Preview endpoint={endpoint} since={instant} />
        </div>
      </Card>
      <RecoveryList id={endpoint.id} />
    </div>
  );
}

interface PreviewProps {
  readonly endpoint: PortalEndpoint;
  readonly since: string | null;
}

function Preview({ endpoint, since }: PreviewProps) {
  const preview = useRecoveryPreview(endpoint.id, since);
  const [isConfirming, setIsConfirming] = useState(false);
  if (since === null)
    return <p className="text-muted">Choose a time to see how many deliveries would be sent.</p>;
  if (preview.error) return <LoadError error={preview.error} onRetry={preview.refetch} />;
  if (!preview.data) return <Skeleton className="h-24" />;
  const total = totalOf(preview.data);
  const verb = endpoint.disabled ? 'Enable and recover' : 'Recover';
  return (
    <>
      <Counts preview={preview.data} />
      <PendingHint endpoint={endpoint} />
      <div>
        <Button
          look="primary"
          icon="refresh"
          disabled={total === 0 || endpoint.held}
          onClick={() => setIsConfirming(true)}
        >
          {total === 0 ? 'Nothing to recover' : `${verb} ${total.toLocaleString()}`}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmRecovery {...{ endpoint, since, total }} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}

/** Deliveries that are still being tried are not part of a recovery. */
function PendingHint({ endpoint: { disabled, pending } }: Pick<PreviewProps, 'endpoint'>) {
  if (disabled || pending === 0) return null;
  return (
    <p className="text-muted">
      {pending === 1
        ? '1 pending delivery is not counted: it is'
        : `${pending.toLocaleString()} pending deliveries are not counted: they are`}{' '}
      sent without your help as soon as the receiver responds with 2xx again.
    </p>
  );
}

interface ConfirmRecoveryProps {
  readonly endpoint: PortalEndpoint;
  readonly since: string;
  readonly total: number;
  readonly onClose: () => void;
}

function ConfirmRecovery({ endpoint, since, total, onClose }: ConfirmRecoveryProps) {
  const enable = useChangeEndpoint(endpoint.id);
  const recover = useRecover(endpoint.id);
  const toast = useToast();
  // Kept: the endpoint is enabled while the dialog is open.
  const [wasDisabled] = useState(endpoint.disabled);
  async function start(): Promise<void> {
    if (endpoint.disabled) await enable.mutateAsync({ disabled: false });
    await recover.mutateAsync({ since });
    toast(wasDisabled ? 'Endpoint enabled, recovery started.' : 'Recovery started.');
    onClose();
  }
  return (
    <ConfirmDialog
      title={`Send ${total.toLocaleString()} ${total === 1 ? 'delivery' : 'deliveries'} again?`}
      confirm={wasDisabled ? 'Enable and start recovery' : 'Start recovery'}
      busy={enable.isPending || recover.isPending}
      error={enable.error?.message ?? recover.error?.message}
      onClose={onClose}
      // The dialog shows the error of a mutation.
      onConfirm={() => void start().catch(() => undefined)}
    >
      <p>
        All deliveries since <strong className="text-ink">{englishTimes.exact(since)}</strong> that did not
        succeed are sent to your receiver again, oldest first, with their original webhook-id. New events are
        delivered in parallel.
      </p>
      <p>Your receiver must process each webhook-id once.</p>
    </ConfirmDialog>
  );
}

const totalOf = ({ failed, discarded, missed }: RecoveryPreview) => failed + discarded + missed;

function Counts({ preview }: { readonly preview: RecoveryPreview }) {
  const counts = [
    ['Failed', preview.failed, 'all retries failed'],
    ['Discarded', preview.discarded, 'endpoint was disabled'],
    ['Missed', preview.missed, 'never attempted'],
  ] as const;
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border bg-line">
      {counts.map(([name, count, note]) => (
        <div key={name} className="bg-card px-3 py-2.5">
          <dt className="text-[0.8125rem] text-muted">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString()}</dd>
          <dd className="text-xs text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
