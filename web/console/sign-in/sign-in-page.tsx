// Sign-in page: a passkey, or e-mail address and password, then a code if the operator has a second factor.
import { useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import type { OperatorSession, SignIn } from '../api.ts';
import { callOperator } from '../operator-api.ts';
import { arePasskeysAvailable, provePasskey, type RequestChallenge } from '../passkeys/passkey-support.ts';
import { CodeForm } from './code-form.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { PasswordForm } from './password-form.tsx';
import { useFormCall } from './use-form-call.ts';

/** Why the sign-in page is shown; null: first visit. */
export type Reason = 'expired' | 'signed-out' | 'password-changed' | null;

interface SignInPageProps {
  readonly reason: Reason;
  readonly onEnter: (session: OperatorSession) => void;
}

const messages = {
  expired: 'Your session has ended. Sign in to continue.',
  'signed-out': 'You are signed out.',
  'password-changed':
    'Your password was changed, and you are signed out everywhere. Sign in with the new password.',
  none: 'The console is for operators of the delivery company.',
};

export function SignInPage({ reason, onEnter }: SignInPageProps) {
  const [credentials, setCredentials] = useState<SignIn | null>(null);
  const [isResetting, setIsResetting] = useState(false);
  const call = useFormCall();

  function signIn(request: SignIn): void {
    call.run(async () => {
      try {
        onEnter(await callOperator<OperatorSession>('/sessions', { method: 'POST', body: request }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
        setCredentials(request);
      }
    });
  }

  /** After a password, the passkey must be of the same operator. */
  function signInWithPasskey(email?: string): void {
    call.run(async () => {
      const challenge = await callOperator<RequestChallenge>('/passkey-challenges', { method: 'POST' });
      const body = { ...(await provePasskey(challenge)), ...(email !== undefined && { email }) };
      onEnter(await callOperator<OperatorSession>('/sessions/passkey', { method: 'POST', body }));
    });
  }

  if (isResetting) return <ForgottenPassword onBack={() => setIsResetting(false)} />;
  if (credentials !== null)
    return (
      <CodeForm
        call={call}
        onCode={(code) => signIn({ ...credentials, code })}
        onPasskey={() => signInWithPasskey(credentials.email)}
        onBack={() => {
          call.clear();
          setCredentials(null);
        }}
      />
    );
  return (
    <CenteredPage title="Sign in">
      <p>{messages[reason ?? 'none']}</p>
      <PasswordForm call={call} onSubmit={signIn} onForgotten={() => setIsResetting(true)} />
      {arePasskeysAvailable() && (
        <Button
          icon="key"
          className="justify-self-start text-sm text-ink"
          onClick={() => signInWithPasskey()}
        >
          Sign in with a passkey
        </Button>
      )}
    </CenteredPage>
  );
}
