// Settings of an endpoint: enable or disable, edit, delete.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PortalEndpoint } from '../api.generated.ts';
import { useSession } from '../session-context.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { shortUrl } from './endpoint-labels.ts';
import { useChangeEndpoint, useDeleteEndpoint } from './endpoint-queries.ts';
import { recoveryStartForDisabled } from './recovery-since.ts';

interface SettingsProps {
  readonly endpoint: PortalEndpoint;
}

export function EndpointSettings({ endpoint }: SettingsProps) {
  const change = useChangeEndpoint(endpoint.id);
  const toast = useToast();
  return (
    <>
      <EnableCard endpoint={endpoint} />
      <Card title="URL and events">
        <EndpointForm
          endpoint={endpoint}
          submit="Save changes"
          busy={change.isPending}
          error={change.error}
          onSubmit={(request) => change.mutate(request, { onSuccess: () => toast('Changes saved.') })}
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
          toast(disabled ? 'Endpoint enabled.' : 'Endpoint disabled.');
          if (disabled && disabled_at !== null) {
            const since = recoveryStartForDisabled(disabled_at, session.retry_seconds);
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
            ? 'No events are sent. Enable the endpoint to receive new events, then recover the missed ones.'
            : 'Events are sent as they happen. Disable the endpoint to pause; missed events can be recovered later.'
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
              New events are sent from now on. Next, you can recover the events missed while the endpoint was
              disabled.
            </p>
          ) : (
            <>
              <p>
                No more events are sent to <strong className="text-ink">{shortUrl(endpoint.url)}</strong>.
                Pending deliveries ({endpoint.pending.toLocaleString()}) are discarded.
              </p>
              <p>No events are lost: after you enable the endpoint again, you can recover the missed ones.</p>
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
        note="Deletes the endpoint and its signing secret permanently. To pause deliveries, disable it instead."
        aside={
          <Button look="danger-quiet" icon="trash" onClick={() => setIsConfirming(true)}>
            Delete endpoint
          </Button>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title="Delete this endpoint permanently?"
          confirm="Delete permanently"
          isDangerous
          busy={remove.isPending}
          error={remove.error?.message}
          onClose={() => setIsConfirming(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                toast('Endpoint deleted.');
                navigate('/');
              },
            })
          }
        >
          <p>
            <strong className="break-all text-ink">{endpoint.url}</strong> receives no more events, and its
            signing secret is deleted. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
