// Second step of sign-in: a code from the authenticator app, or a recovery code.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { TextField } from '../../ui/field.tsx';
import { arePasskeysAvailable } from '../passkeys/passkey-support.ts';
import type { FormCall } from './use-form-call.ts';

interface CodeFormProps {
  readonly call: FormCall;
  readonly onCode: (code: string) => void;
  readonly onPasskey: () => void;
  readonly onBack: () => void;
}

export function CodeForm({ call, onCode, onPasskey, onBack }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <CenteredPage title="Enter your code">
      <p>
        {isRecovery
          ? 'Enter one of your saved recovery codes. Each code works once.'
          : 'Open your authenticator app and enter the six-digit code for Waybill.'}
      </p>
      <form
        key={String(isRecovery)}
        onSubmit={(event) => {
          event.preventDefault();
          onCode(String(new FormData(event.currentTarget).get('code')));
        }}
        className="grid gap-4 text-sm text-ink"
      >
        <CodeField
          label={isRecovery ? 'Recovery code' : 'Code'}
          isRecovery={isRecovery}
          error={call.error?.message}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" busy={call.busy}>
            Sign in
          </Button>
          <Button look="plain" size="small" onClick={onBack}>
            Back
          </Button>
          <Button
            look="plain"
            size="small"
            className="ml-auto"
            onClick={() => {
              call.clear();
              setIsRecovery(!isRecovery);
            }}
          >
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Button>
        </div>
      </form>
      {arePasskeysAvailable() && (
        <Button icon="key" size="small" className="justify-self-start text-ink" onClick={onPasskey}>
          Use a passkey
        </Button>
      )}
    </CenteredPage>
  );
}

interface CodeFieldProps {
  readonly label: string;
  readonly isRecovery?: boolean;
  readonly error?: string | null | undefined;
}

export function CodeField({ label, isRecovery = false, error }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoFocus
      required
      minLength={6}
      maxLength={40}
      isCode
      error={error}
    />
  );
}
