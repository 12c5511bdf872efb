// Confirmation dialogs for rotating the secret of an API client, disabling it or the clients that it created, and deleting
// it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, IssuedKey } from '../portal/api.generated.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { englishTimes } from '../ui/time-format.ts';
import { useToast } from '../ui/toast.tsx';
import type { KeyActions } from './key-actions.ts';

interface KeyDialogProps {
  readonly client: ApiKey;
  readonly actions: KeyActions;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const overlaps = [
  { value: '24', label: 'for 24 hours (default)' },
  { value: '168', label: 'for 7 days' },
  { value: '720', label: 'for 30 days' },
  { value: '1', label: 'for 1 hour' },
  { value: '0', label: 'not at all (it has leaked)' },
];

export function RotateDialog({
  client,
  actions,
  onClose,
  onIssued,
}: KeyDialogProps & { readonly onIssued: (issued: IssuedKey) => void }) {
  const [hours, setHours] = useState('24');
  const rotate = useMutation({
    mutationFn: () => actions.rotate(client.id, Number(hours)),
    onSuccess: (issued) => {
      void actions.onDone();
      onIssued(issued);
    },
  });
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${client.name}?`}
      confirm="Rotate"
      isDangerous={hours === '0'}
      busy={rotate.isPending}
      error={rotate.error?.message}
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
    >
      <Select label="Keep the old secret valid" value={hours} onChange={setHours} options={overlaps} />
      {hours === '0' ? (
        <p className="font-medium text-danger">
          The old secret and all access tokens obtained with it stop working immediately.
        </p>
      ) : (
        <ol className="grid list-decimal gap-1 pl-5">
          <li>The new secret is shown once. From then on, both secrets work.</li>
          <li>Deploy the new secret to every program that uses this client.</li>
          <li>Let programs get a new access token: a token ends with the secret that obtained it.</li>
          <li>
            Then revoke the old secret on this page. Otherwise it ends{' '}
            {englishTimes.dateTime(Date.now() + Number(hours) * HOUR_MS)}.
          </li>
        </ol>
      )}
      {client.old_secret_until !== null && (
        <p>The old secret of the previous rotation stops working immediately.</p>
      )}
    </ConfirmDialog>
  );
}

export function DisableDialog({ client, actions, onClose }: KeyDialogProps) {
  const { id, name, disabled } = client;
  const toast = useToast();
  const change = useMutation({
    mutationFn: () => actions.setDisabled(id, !disabled),
    onSuccess: () => {
      void actions.onDone();
      onClose();
      toast(disabled ? `${name} enabled.` : `${name} disabled. Its access tokens no longer work.`);
    },
  });
  return (
    <ConfirmDialog
      title={disabled ? `Enable ${name}?` : `Disable ${name}?`}
      confirm={disabled ? 'Enable' : 'Disable'}
      isDangerous={!disabled}
      busy={change.isPending}
      error={change.error?.message}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <p>
        {disabled
          ? 'The client can get access tokens with its secret again. Its earlier tokens stay invalid.'
          : 'All its access tokens stop working immediately. It cannot get new ones until you enable it.'}
      </p>
    </ConfirmDialog>
  );
}

export function DeleteDialog({ client: { id, name }, actions, onClose }: KeyDialogProps) {
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => actions.remove(id),
    onSuccess: () => {
      void actions.onDone();
      onClose();
      toast(`${name} deleted.`);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete"
      isDangerous
      busy={remove.isPending}
      error={remove.error?.message}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>Its secrets and access tokens stop working immediately. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

export function DerivedDialog({ client: { id, name }, actions, onClose }: KeyDialogProps) {
  const toast = useToast();
  const disable = useMutation({
    mutationFn: () => actions.disableDerived(id),
    onSuccess: ({ client_ids }) => {
      void actions.onDone();
      onClose();
      toast(client_ids.length === 1 ? '1 client disabled.' : `${client_ids.length} clients disabled.`);
    },
  });
  return (
    <ConfirmDialog
      title={`Disable the clients created by ${name}?`}
      confirm="Disable"
      isDangerous
      busy={disable.isPending}
      error={disable.error?.message}
      onClose={onClose}
      onConfirm={() => disable.mutate()}
    >
      <p>
        Disables every client that was created in a portal session of {name}, and those that they created in
        turn. Their access tokens stop working immediately. Do this if a token or the secret of {name} has
        leaked.
      </p>
    </ConfirmDialog>
  );
}
