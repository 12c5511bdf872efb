// Dialog that gives a person access to the portal: name, e-mail address, role.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorForOtherParams, errorForParam } from '../client/api-request.ts';
import type { IssuedMember, NewMember } from '../portal/api.generated.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldError, TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { type PeopleActions, portalRoleLabels } from './people-actions.ts';

interface AddPersonDialogProps {
  readonly actions: PeopleActions;
  readonly onAdded: (person: IssuedMember) => void;
  readonly onClose: () => void;
}

const roleOptions = Object.entries(portalRoleLabels).map(([value, { name }]) => ({ value, label: name }));

export function AddPersonDialog({ actions, onAdded, onClose }: AddPersonDialogProps) {
  const [role, setRole] = useState<NewMember['role']>('member');
  const add = useMutation({
    mutationFn: actions.add,
    onSuccess: onAdded,
    onSettled: actions.onDone,
  });
  const failure = errorForOtherParams(add.error, 'name', 'email');
  return (
    <Dialog title="Add a person" onClose={onClose}>
      <p>The person gets an e-mail with a link to the portal and needs no password.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const name = String(fields.get('name')).trim();
          const email = String(fields.get('email')).trim();
          add.mutate({ name, email, role });
        }}
        className="grid gap-4 text-ink"
      >
        <TextField
          data-first
          label="Name"
          name="name"
          autoComplete="off"
          required
          maxLength={100}
          error={errorForParam(add.error, 'name')}
        />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={255}
          error={errorForParam(add.error, 'email')}
        />
        <Select
          label="Role"
          options={roleOptions}
          value={role}
          onChange={(value) => setRole(value as NewMember['role'])}
          hint={`${portalRoleLabels[role].may}.`}
        />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={add.isPending}>
            Add person
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
