// Dialog that creates an API client with a name and a scope.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../client/api-request.ts';
import type { IssuedKey } from '../portal/api.generated.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { KeyActions } from './key-actions.ts';
import { scopeOptions } from './scope-options.ts';

type Scope = (typeof scopeOptions)[number]['value'];

interface NewKeyDialogProps {
  readonly actions: KeyActions;
  /** Scopes that may be granted. */
  readonly scopes: readonly string[];
  readonly onIssued: (issued: IssuedKey) => void;
  readonly onClose: () => void;
}

export function NewKeyDialog({ actions, scopes, onIssued, onClose }: NewKeyDialogProps) {
  const allowedOptions = scopeOptions.filter(({ value }) => scopes.includes('org') || scopes.includes(value));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope>(allowedOptions[0]?.value ?? 'org');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const create = useMutation({
    mutationFn: () => actions.create({ name: name.trim(), scopes: [chosen] }),
    onSuccess: (issued) => {
      void actions.onDone();
      onIssued(issued);
    },
  });
  function submit(): void {
    setIsSubmitted(true);
    if (name.trim() !== '') create.mutate();
  }
  const isNameMissing = isSubmitted && name.trim() === '';
  const refusal = create.error;
  return (
    <ConfirmDialog
      title="Create an API client"
      confirm="Create"
      busy={create.isPending}
      error={refusal instanceof ApiError && refusal.param === 'name' ? null : refusal?.message}
      onClose={onClose}
      onConfirm={submit}
    >
      <form
        className="grid gap-3 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          data-first
          label="Name"
          placeholder="Shop, warehouse, test runner …"
          hint="What the client is for. Create one per program, so that you can revoke each separately."
          maxLength={100}
          value={name}
          error={isNameMissing ? 'Enter a name.' : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Permissions"
          value={chosen}
          onChange={(value) => setChosen(value as Scope)}
          options={allowedOptions}
          hint="Scope of its access tokens: org, org:read or org:write."
        />
        {/* Enter submits a form only if it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}
