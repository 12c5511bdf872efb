// Passkeys of the signed-in operator: list, addition and removal.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { AddedPasskey, Passkey } from '../api.ts';
import { arePasskeysAvailable, type CreationChallenge, createPasskey } from '../passkeys/passkey-support.ts';
import { useWrite } from '../session-context.tsx';
import { useFormCall } from '../sign-in/use-form-call.ts';
import { passkeysQuery } from './account-queries.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { formatUserAgent } from './user-agent-label.ts';

export function OwnPasskeys() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [isAdding, setIsAdding] = useState(false);
  // Shown where a passkey exists, so that it can be removed also on a host that cannot use it.
  if (!arePasskeysAvailable() && !data?.data.length) return null;
  return (
    <Card
      title="Passkeys"
      note="Sign in and confirm with the fingerprint, face or PIN of your device, instead of password and code."
      isFlush={Boolean(data?.data.length)}
      aside={
        arePasskeysAvailable() && (
          <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <p className="text-muted">No passkeys yet.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y border-t">
          {data.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function useInvalidatePasskeys() {
  const client = useQueryClient();
  return () => {
    for (const key of ['passkeys', 'second-factor', 'own-sessions'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { readonly passkey: Passkey }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const write = useWrite();
  const toast = useToast();
  const invalidate = useInvalidatePasskeys();
  const remove = useMutation({
    mutationFn: () => write('DELETE', `/me/passkeys/${id}`),
    onSuccess: () => {
      toast('Passkey removed.');
      invalidate();
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-muted">
          added <RelativeTime at={created_at} isInList tip="start" /> ·{' '}
          {last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={last_used_at} isInList tip="start" />
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`Remove ${name}`} onClick={() => setIsRemoving(true)}>
        Remove
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove the passkey ${name}?`}
          confirm="Remove the passkey"
          isDangerous
          busy={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        >
          It can no longer be used to sign in. Delete it on the device too.
        </ConfirmDialog>
      )}
    </li>
  );
}

interface AddPasskeyDialogProps {
  readonly onClose: () => void;
  /** After the recovery codes were shown, if there are any. */
  readonly onAdded?: () => void;
}

export function AddPasskeyDialog({ onClose, onAdded = onClose }: AddPasskeyDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const write = useWrite();
  const call = useFormCall();
  const toast = useToast();
  const invalidate = useInvalidatePasskeys();

  function add(name: string): void {
    call.run(async () => {
      const challenge = await write<CreationChallenge>('POST', '/me/passkey-challenges');
      const passkey = await createPasskey(challenge, name);
      const { recovery_codes } = await write<AddedPasskey>('POST', '/me/passkeys', passkey);
      toast('Passkey added.');
      invalidate();
      if (recovery_codes.length > 0) setCodes(recovery_codes);
      else onAdded();
    });
  }

  if (codes !== null)
    return (
      <Dialog title="Passkey added" onClose={onAdded}>
        <RecoveryCodeList codes={codes} onDone={onAdded} />
      </Dialog>
    );
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <p>Your browser asks where to store it. The name helps you to tell your passkeys apart.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add(String(new FormData(event.currentTarget).get('name')).trim());
        }}
        className="grid gap-4 text-sm text-ink"
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          defaultValue={formatUserAgent(navigator.userAgent)}
          data-first
        />
        {call.error && <FieldError>{call.error.message}</FieldError>}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={call.busy}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
