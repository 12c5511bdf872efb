// Dialog of the portal's step-up: asks for the secret of the client that opened the session.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import type { StepUpDialogProps } from '../../step-up/step-up-provider.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Confirmed } from '../api.generated.ts';
import { useWrite } from '../session-context.tsx';

export function ClientSecretDialog({
  clientId,
  onConfirmed,
  onClose,
}: StepUpDialogProps & { readonly clientId: string | null }) {
  const write = useWrite();
  const [secret, setSecret] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const confirm = useMutation({
    mutationFn: () => write<Confirmed>('POST', '/confirmation', { client_secret: secret.trim() }),
    onSuccess: onConfirmed,
  });
  function submit(): void {
    setIsSubmitted(true);
    if (secret.trim() !== '') confirm.mutate();
  }
  const isMissing = isSubmitted && secret.trim() === '';
  return (
    <ConfirmDialog
      title="Confirm with the client secret"
      confirm="Confirm"
      busy={confirm.isPending}
      error={errorForOtherParams(confirm.error, 'client_secret')}
      onClose={onClose}
      onConfirm={submit}
    >
      <p>
        Changes of people and API clients need the secret of the client that opened this session. You are
        asked again after 10 minutes.
      </p>
      <p>
        You do not have the secret? Ask the developers who run this client. An admin of your organization who
        signs in by e-mail needs no secret.
      </p>
      {clientId !== null && <p className="font-mono text-[0.8125rem] break-all">{clientId}</p>}
      <form
        className="text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {/* Password managers need the user name. */}
        <input type="text" autoComplete="username" value={clientId ?? ''} readOnly hidden />
        <TextField
          data-first
          label="Client secret"
          type="password"
          autoComplete="current-password"
          value={secret}
          error={isMissing ? 'Enter the client secret.' : errorForParam(confirm.error, 'client_secret')}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}
