// Form that requests a password reset link. The response is the same whether or not an operator with the address
// exists.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { TextField } from '../../ui/field.tsx';
import { callOperator } from '../operator-api.ts';
import { useFormCall } from './use-form-call.ts';

export function ForgottenPassword({ onBack }: { readonly onBack: () => void }) {
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null);
  const call = useFormCall();
  if (requestedEmail !== null)
    return (
      <CenteredPage title="Check your e-mail" icon="mail">
        <p role="status">
          If <strong className="text-ink">{requestedEmail}</strong> is the address of an operator, a link was
          sent to it. It works once, within one hour.
        </p>
        <p>No e-mail? An admin can create a link for you on the Operators page.</p>
        <div>
          <Button onClick={onBack}>Back to sign in</Button>
        </div>
      </CenteredPage>
    );
  return (
    <CenteredPage title="Reset your password">
      <p>Enter the e-mail address that you sign in with. You will receive a link.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const email = String(new FormData(event.currentTarget).get('email')).trim();
          call.run(async () => {
            await callOperator('/password-resets', { method: 'POST', body: { email } });
            setRequestedEmail(email);
          });
        }}
        className="grid gap-4 text-sm text-ink"
      >
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          maxLength={255}
          error={call.error?.message}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={call.busy}>
            Send me a link
          </Button>
          <Button look="plain" onClick={onBack}>
            Back
          </Button>
        </div>
      </form>
    </CenteredPage>
  );
}
