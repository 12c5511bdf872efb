// Signing secrets of an endpoint: hidden until revealed, rotated with an overlap.
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useToast } from '../../ui/toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { EndpointSecret } from '../api.generated.ts';
import { useRevealSecrets, useRotateSecret } from './endpoint-queries.ts';

const HIDDEN = 'whsec_••••••••••••••••••••••••••••••••';

export function SigningSecrets({ endpointId }: { readonly endpointId: string }) {
  const [secrets, setSecrets] = useState<readonly EndpointSecret[] | null>(null);
  const [isRotating, setIsRotating] = useState(false);
  const reveal = useRevealSecrets(endpointId);
  return (
    <Card
      title="Signing secret"
      note="Proves that a delivery comes from Waybill. Store it like a password. Every reveal is recorded in the audit trail."
      aside={
        <Button size="small" icon="refresh" onClick={() => setIsRotating(true)}>
          Rotate
        </Button>
      }
    >
      {secrets === null ? (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-code py-1.5 pr-1.5 pl-3">
          <span aria-hidden="true" className="min-w-0 flex-1 truncate font-mono text-[0.8125rem] text-muted">
            {HIDDEN}
          </span>
          <Button
            size="small"
            icon="eye"
            busy={reveal.isPending}
            onClick={() => reveal.mutate(undefined, { onSuccess: setSecrets })}
          >
            Reveal
          </Button>
        </div>
      ) : (
        <ul className="grid gap-2">
          {secrets.map((secret) => (
            <SecretRow key={secret.id} secret={secret} />
          ))}
        </ul>
      )}
      {secrets !== null && (
        <Button look="plain" size="small" className="mt-2" onClick={() => setSecrets(null)}>
          Hide
        </Button>
      )}
      {reveal.error && <FieldError>{reveal.error.message}</FieldError>}
      {isRotating && (
        <RotateDialog endpointId={endpointId} onClose={() => setIsRotating(false)} onRotated={setSecrets} />
      )}
    </Card>
  );
}

function SecretRow({ secret: { secret, created_at, expires_at } }: { readonly secret: EndpointSecret }) {
  return (
    <li className="grid gap-1 rounded-lg border bg-code py-1.5 pr-1.5 pl-3">
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{secret}</code>
        <CopyButton
          text={secret}
          what={expires_at === null ? 'signing secret' : 'old signing secret'}
          look="quiet"
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 pb-1 text-xs text-muted">
        <span>
          Created <RelativeTime at={created_at} tip="start" />
        </span>
        {expires_at === null ? <Badge tone="good">Current</Badge> : <Countdown until={expires_at} />}
      </p>
    </li>
  );
}

function Countdown({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow();
  return left > 0 ? (
    <Badge tone="warn">Old, valid for another {englishTimes.duration(left)}</Badge>
  ) : (
    <Badge tone="quiet">Old, expired</Badge>
  );
}

const overlaps = [
  { value: '24', label: 'for 24 hours (default)' },
  { value: '72', label: 'for 3 days' },
  { value: '168', label: 'for 7 days' },
  { value: '1', label: 'for 1 hour' },
  { value: '0', label: 'not at all (it has leaked)' },
];

interface RotateDialogProps {
  readonly endpointId: string;
  readonly onClose: () => void;
  readonly onRotated: (secrets: readonly EndpointSecret[]) => void;
}

function RotateDialog({ endpointId, onClose, onRotated }: RotateDialogProps) {
  const [hours, setHours] = useState('24');
  const rotate = useRotateSecret(endpointId);
  const toast = useToast();
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      confirm="Rotate"
      isDangerous={hours === '0'}
      busy={rotate.isPending}
      error={rotate.error?.message}
      onClose={onClose}
      onConfirm={() =>
        rotate.mutate(
          { overlap_hours: Number(hours) },
          {
            onSuccess: (secrets) => {
              onRotated(secrets);
              onClose();
              toast('New secret created. Copy it into your receiver.');
            },
          },
        )
      }
    >
      <p>
        A new secret is created immediately. While both secrets are valid, every delivery is signed with both,
        so that your receiver accepts it with either.
      </p>
      <Select label="Keep the old secret valid" value={hours} onChange={setHours} options={overlaps} />
      {hours === '0' && (
        <p className="font-medium text-danger">
          Your receiver rejects all deliveries until it has the new secret. They are retried in the meantime.
        </p>
      )}
    </ConfirmDialog>
  );
}
