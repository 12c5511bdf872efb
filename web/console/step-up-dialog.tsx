// Dialog that asks for a passkey, or for the password and for a code if the operator has a second factor.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorForOtherParams, errorForParam } from '../client/api-request.ts';
import type { StepUpDialogProps } from '../step-up/step-up-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldError, TextField } from '../ui/field.tsx';
import { passkeysQuery } from './account/account-queries.ts';
import type { SessionConfirmation } from './api.ts';
import { callOperator } from './operator-api.ts';
import { arePasskeysAvailable, provePasskey, type RequestChallenge } from './passkeys/passkey-support.ts';
import { useSession } from './session-context.tsx';
import { useFormCall } from './sign-in/use-form-call.ts';

export function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const { session } = useSession();
  const [needsCode, setNeedsCode] = useState(session.second_factor === 'on');
  const passkeys = useQuery({ ...passkeysQuery, enabled: arePasskeysAvailable() });
  const hasPasskey = Boolean(passkeys.data?.data.length);
  const call = useFormCall();

  function confirm(body: SessionConfirmation): void {
    call.run(async () => {
      try {
        const csrfToken = session.csrf_token ?? '';
        await callOperator('/session/confirmation', { method: 'POST', csrfToken, body });
        onConfirmed();
      } catch (error) {
        // The second factor was set up after this page was loaded.
        if (error instanceof ApiError && error.code === 'second_factor_required' && !needsCode)
          setNeedsCode(true);
        else throw error;
      }
    });
  }

  function confirmWithPasskey(): void {
    call.run(async () => {
      const csrfToken = session.csrf_token ?? '';
      const post = { method: 'POST', csrfToken } as const;
      const challenge = await callOperator<RequestChallenge>('/session/confirmation/challenge', post);
      const passkey = await provePasskey(challenge);
      await callOperator('/session/confirmation', { ...post, body: { passkey } });
      onConfirmed();
    });
  }

  const failure = errorForOtherParams(call.error, 'password', 'code');
  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      <p>This action is sensitive. The confirmation lasts for 10 minutes.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const code = fields.get('code');
          confirm({
            password: String(fields.get('password')),
            ...(code !== null && { code: String(code) }),
          });
        }}
        className="grid gap-4 text-sm text-ink"
      >
        <input type="email" autoComplete="username" value={session.operator.email} readOnly hidden />
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          data-first
          required
          error={errorForParam(call.error, 'password')}
        />
        {needsCode && (
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            required
            minLength={6}
            maxLength={40}
            isCode
            hint="Six digits from your authenticator app, or a recovery code."
            error={errorForParam(call.error, 'code')}
          />
        )}
        {failure !== null && <FieldError>{failure}</FieldError>}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          {hasPasskey && (
            <Button icon="key" className="max-sm:basis-full sm:mr-auto" onClick={confirmWithPasskey}>
              Use a passkey
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={call.busy}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
