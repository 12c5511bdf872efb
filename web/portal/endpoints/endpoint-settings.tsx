// Settings of an endpoint: enable or disable, edit, delete.
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PortalEndpoint } from '../../../src/features/webhooks/portal-wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSession } from '../session-context.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { splitUrl } from './endpoint-labels.ts';
import { useChangeEndpoint, useDeleteEndpoint } from './endpoint-queries.ts';
import { beforeDisabling } from './recovery-since.ts';

interface SettingsProps {
  readonly endpoint: PortalEndpoint;
}

export function EndpointSettings({ endpoint }: SettingsProps) {
  const change = useChangeEndpoint(endpoint.id);
  const toast = useToast();
  return (
    <>
      <EnableCard endpoint={endpoint} />
      <Card title="What it is and what it hears">
        <EndpointForm
          endpoint={endpoint}
          submit="Save changes"
          busy={change.isPending}
          error={change.error}
          onSubmit={(request) => change.mutate(request, { onSuccess: () => toast('Saved.') })}
        />
      </Card>
      <DeleteCard endpoint={endpoint} />
    </>
  );
}

function EnableCard({ endpoint }: SettingsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [, navigate] = useLocation();
  const toast = useToast();
  const change = useChangeEndpoint(endpoint.id);
  const { session } = useSession();
  const { disabled, disabled_at } = endpoint;

  function confirm(): void {
    change.mutate(
      { disabled: !disabled },
      {
        onSuccess: () => {
          setIsConfirming(false);
          toast(disabled ? 'The endpoint is enabled.' : 'The endpoint is disabled.');
          if (disabled && disabled_at !== null) {
            const since = beforeDisabling(disabled_at, session.retry_seconds);
            navigate(`/endpoints/${endpoint.id}/recover?since=${since}`);
          }
        },
      },
    );
  }

  return (
    <>
      <Card
        title={disabled ? 'Disabled' : 'Enabled'}
        note={
          disabled
            ? 'Nothing is sent. Enable it to hear of what happens from then on, and recover what it missed.'
            : 'Events are sent as they happen. Disable it to stop for a while without losing anything.'
        }
        aside={
          <Button
            look={disabled ? 'primary' : 'quiet'}
            icon={disabled ? 'bolt' : 'pause'}
            onClick={() => setIsConfirming(true)}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title={disabled ? 'Enable this endpoint?' : 'Disable this endpoint?'}
          confirm={disabled ? 'Enable' : 'Disable'}
          busy={change.isPending}
          error={change.error?.message}
          onClose={() => setIsConfirming(false)}
          onConfirm={confirm}
        >
          {disabled ? (
            <p>
              New events are sent from now on. Next you can choose to recover what happened while it was
              disabled.
            </p>
          ) : (
            <>
              <p>
                Nothing more is sent to <strong className="text-ink">{splitUrl(endpoint.url).host}</strong>.
                What is waiting to be tried again ({endpoint.pending.toLocaleString()}) is discarded.
              </p>
              <p>Nothing is lost: once you enable it again, you can recover everything it missed.</p>
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function DeleteCard({ endpoint }: SettingsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [, navigate] = useLocation();
  const toast = useToast();
  const remove = useDeleteEndpoint(endpoint.id);
  return (
    <>
      <Card
        title="Delete"
        note="For good, with its secret. To stop for a while, disable it instead."
        aside={
          <Button look="danger-quiet" icon="trash" onClick={() => setIsConfirming(true)}>
            Delete endpoint
          </Button>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title="Delete this endpoint for good?"
          confirm="Delete for good"
          isDangerous
          busy={remove.isPending}
          error={remove.error?.message}
          onClose={() => setIsConfirming(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                toast('The endpoint is deleted.');
                navigate('/');
              },
            })
          }
        >
          <p>
            <strong className="break-all text-ink">{endpoint.url}</strong> gets nothing more, and its secret
            is destroyed. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
