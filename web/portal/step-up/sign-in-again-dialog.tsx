// Step-up of a person: a new link by e-mail opens a new session, which may change people and API clients for ten minutes.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import type { SignInRequest } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

interface SignInAgainDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

export function SignInAgainDialog({ email, onClose }: SignInAgainDialogProps) {
  const body: SignInRequest = { email };
  const send = useMutation({ mutationFn: () => callPortal('/sign-in', { method: 'POST', body }) });
  if (send.isSuccess)
    return (
      <Dialog
        title="Check your e-mail"
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p role="status">
          A link is on its way to <strong className="text-ink">{email}</strong>. Open it in this browser and
          repeat the change there within ten minutes.
        </p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Sign in again to continue"
      confirm="E-mail me a link"
      busy={send.isPending}
      error={send.error?.message}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      Changes of people and API clients need a sign-in within the last ten minutes. If e-mail is not
      configured, ask the delivery company for a new link.
    </ConfirmDialog>
  );
}
