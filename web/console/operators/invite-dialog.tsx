// Dialog that invites an operator by e-mail address and role, and then shows the one-time link.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { MadeInvitation, OperatorRole } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { roleLabels, roleOptions } from '../sign-in/role-labels.ts';
import { useFormCall } from '../sign-in/use-form-call.ts';
import { OneTimeLink } from './one-time-link.tsx';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [invitation, setInvitation] = useState<MadeInvitation | null>(null);
  const [role, setRole] = useState<OperatorRole>('dispatcher');
  const call = useFormCall();
  const write = useWrite();
  const client = useQueryClient();
  function invite(email: string): void {
    call.run(async () => {
      setInvitation(await write<MadeInvitation>('POST', '/invitations', { email, role }));
      await client.invalidateQueries({ queryKey: ['operators'] });
    });
  }
  if (invitation !== null)
    return (
      <Dialog title={`Invitation for ${invitation.email}`} onClose={onClose}>
        <OneTimeLink
          url={invitation.url}
          email={invitation.email}
          mail={invitation.mail}
          expiresAt={invitation.expires_at}
          onDone={onClose}
        />
      </Dialog>
    );
  const failure = errorForOtherParams(call.error, 'email');
  return (
    <Dialog title="Invite an operator" onClose={onClose}>
      <p>The operator opens a link, enters a name and chooses a password.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite(String(new FormData(event.currentTarget).get('email')).trim());
        }}
        className="grid gap-4 text-ink"
      >
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={255}
          error={errorForParam(call.error, 'email')}
        />
        <Select
          label="Role"
          options={roleOptions}
          value={role}
          onChange={(value) => setRole(value as OperatorRole)}
          hint={`${roleLabels[role].may}.`}
        />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={call.busy}>
            Invite
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
