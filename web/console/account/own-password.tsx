// Form that changes the password of the signed-in operator.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSession, useWrite } from '../session-context.tsx';
import { NewPasswordField } from '../sign-in/new-password-field.tsx';
import { useFormCall } from '../sign-in/use-form-call.ts';

export function OwnPassword() {
  const { email } = useSession().session.operator;
  const call = useFormCall();
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  function change(fields: FormData): void {
    const body = { current_password: fields.get('current_password'), password: fields.get('password') };
    call.run(async () => {
      await write('PUT', '/me/password', body);
      form.current?.reset();
      toast('Password changed. Your other sessions were signed out.');
      await client.invalidateQueries({ queryKey: ['own-sessions'] });
    });
  }
  const failure = errorForOtherParams(call.error, 'current_password', 'password');
  return (
    <Card title="Password" note="Changing it signs out all your other sessions.">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          change(new FormData(event.currentTarget));
        }}
        className="grid max-w-sm gap-4"
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          error={errorForParam(call.error, 'current_password')}
        />
        <NewPasswordField label="New password" error={errorForParam(call.error, 'password')} />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <Button type="submit" busy={call.busy} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Card>
  );
}
