// Dialog that creates a one-time link with which an operator chooses a new password.
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import type { MadeReset, Operator } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { OneTimeLink } from './one-time-link.tsx';

interface ResetDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

export function ResetDialog({ operator: { id, name, email }, onClose }: ResetDialogProps) {
  const write = useWrite();
  const create = useMutation({
    mutationFn: () => write<MadeReset>('POST', `/operators/${id}/password-reset`),
  });
  if (create.data)
    return (
      <Dialog title={`Password link for ${name}`} onClose={onClose}>
        <OneTimeLink
          url={create.data.url}
          email={email}
          mail={create.data.mail}
          expiresAt={create.data.expires_at}
          onDone={onClose}
        />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Create a password link for ${name}?`}
      confirm="Create link"
      busy={create.isPending}
      error={create.error?.message}
      onConfirm={() => create.mutate()}
      onClose={onClose}
    >
      With the link, the operator chooses a new password. The current password works until then.
    </ConfirmDialog>
  );
}
