// First step of sign-in: e-mail address and password.
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { SignIn } from '../api.ts';
import type { FormCall } from './use-form-call.ts';

interface PasswordFormProps {
  readonly call: FormCall;
  readonly onSubmit: (request: SignIn) => void;
  readonly onForgotten: () => void;
}

export function PasswordForm({ call, onSubmit, onForgotten }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const formData = new FormData(event.currentTarget);
        onSubmit({ email: String(formData.get('email')).trim(), password: String(formData.get('password')) });
      }}
      className="grid gap-4 text-sm text-ink"
    >
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={255}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={call.error?.message}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button type="submit" look="primary" busy={call.busy}>
          Sign in
        </Button>
        <Button look="plain" size="small" onClick={onForgotten}>
          Forgot your password?
        </Button>
      </div>
    </form>
  );
}
