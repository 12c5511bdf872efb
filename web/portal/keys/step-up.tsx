// Step-up of the portal session: asks for the client secret when the server requires it, then repeats the call.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Confirmed } from '../api.generated.ts';
import { useWrite } from '../session-context.tsx';

interface PendingCall {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

export interface StepUp {
  /** Makes the call; if it needs a step-up, asks for the secret and makes it again. */
  readonly guard: <Result>(call: () => Promise<Result>) => Promise<Result>;
  readonly dialog: ReactNode;
}

export function useStepUp(clientId: string | null): StepUp {
  const [pending, setPending] = useState<PendingCall | null>(null);
  const guard: StepUp['guard'] = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'step_up_required') throw error;
      await new Promise<void>((onConfirmed, refuse) => {
        const onCancel = () => refuse(new Error('Nothing was changed: the client secret was not confirmed.'));
        setPending({ onConfirmed, onCancel });
      }).finally(() => setPending(null));
      return call();
    }
  };
  return { guard, dialog: pending && <StepUpDialog clientId={clientId} {...pending} /> };
}

function StepUpDialog({
  clientId,
  onConfirmed,
  onCancel,
}: PendingCall & { readonly clientId: string | null }) {
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
      onClose={onCancel}
      onConfirm={submit}
    >
      <p>
        Changes of API clients need the secret of the client that opened this session. You are asked again
        after 10 minutes.
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
