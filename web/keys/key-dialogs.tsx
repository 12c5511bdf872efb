// Confirmation dialogs for rotating the secret of an API client, disabling it and deleting it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, IssuedKey } from '../../src/features/oauth/clients-wire.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useToast } from '../ui/toast.tsx';
import type { KeyActions } from './key-actions.ts';

interface KeyDialogProps {
  readonly client: ApiKey;
  readonly actions: KeyActions;
  readonly onClose: () => void;
}

const overlaps = [
  { value: '24', label: 'for 24 hours (usual)' },
  { value: '168', label: 'for 7 days' },
  { value: '720', label: 'for 30 days' },
  { value: '1', label: 'for 1 hour' },
  { value: '0', label: 'not at all: it has leaked' },
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
      <p>
        A new secret is made and shown once. Access tokens that the client already has go on working; programs
        get new ones with either secret while both are valid.
      </p>
      <Select label="Keep the old secret valid" value={hours} onChange={setHours} options={overlaps} />
      {hours === '0' && (
        <p className="font-medium text-danger">
          Programs that have only the old secret get no more tokens. If tokens may have leaked too, disable
          the client or revoke them.
        </p>
      )}
      {client.old_secret_until !== null && <p>The secret that is being phased out now ends at once.</p>}
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
      toast(disabled ? `${name} is enabled.` : `${name} is disabled; its tokens are dead.`);
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
          ? 'It gets tokens with its secret again. Those it had stay dead.'
          : 'All its access tokens stop working this moment, and it gets no new ones until it is enabled.'}
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
      toast(`${name} is deleted.`);
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
      <p>Its secrets and access tokens stop working this moment. It cannot be brought back.</p>
    </ConfirmDialog>
  );
}
