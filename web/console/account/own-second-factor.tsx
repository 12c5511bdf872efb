// Second factor of the signed-in operator: set up, removal, and new recovery codes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { RecoveryCodes as NewCodes, SecondFactor } from '../api.ts';
import { arePasskeysAvailable } from '../passkeys/passkey-support.ts';
import { useWrite } from '../session-context.tsx';
import { secondFactorQuery } from './account-queries.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

const FEW_CODES = 3;

export function OwnSecondFactor() {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  // The factor is on before its recovery codes are saved.
  const [isConfirmed, setIsConfirmed] = useState(false);
  const isOn = data?.state === 'on' || isConfirmed;
  return (
    <Card
      title="Second factor"
      note={`A code from an authenticator app, required at sign-in in addition to your password.${
        arePasskeysAvailable() ? ' A passkey is a second factor too.' : ''
      }`}
      aside={
        data && (
          <Badge tone={isOn ? 'good' : 'warn'} hasDot>
            {isOn ? 'On' : 'Off'}
          </Badge>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-9 w-48" />}
      {data && (
        <div className="grid gap-4">
          {data.state === 'on' && <FactorOn factor={data} />}
          {!data.authenticator_app && <FactorOff onChange={setIsConfirmed} />}
        </div>
      )}
    </Card>
  );
}

function useInvalidateAccount() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['second-factor'] });
    void client.invalidateQueries({ queryKey: ['own-sessions'] });
  };
}

function FactorOff({ onChange }: { readonly onChange: (isConfirmed: boolean) => void }) {
  const invalidateAccount = useInvalidateAccount();
  const toast = useToast();
  return (
    <SecondFactorSetup
      onConfirmed={() => onChange(true)}
      onDone={() => {
        onChange(false);
        toast('Second factor turned on.');
        invalidateAccount();
      }}
    />
  );
}

type OpenDialog = 'codes' | 'remove' | null;

function FactorOn({ factor }: { readonly factor: SecondFactor }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const left = factor.recovery_codes_left;
  return (
    <div className="grid gap-3">
      {left < FEW_CODES && (
        <Notice tone="warn" title={left === 0 ? 'No recovery codes left' : 'Few recovery codes left'}>
          Create new codes. If you lose your phone and have no code, an admin must reset your second factor.
        </Notice>
      )}
      {!factor.authenticator_app && (
        <p className="text-muted">
          Your passkeys are your second factor. Set up an authenticator app too, for devices without a
          passkey.
        </p>
      )}
      <p className="text-muted">
        {left} of 10 recovery codes {left === 1 ? 'is' : 'are'} unused.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="refresh" onClick={() => setOpenDialog('codes')}>
          Create new recovery codes
        </Button>
        {factor.authenticator_app && (
          <Button look="danger-quiet" onClick={() => setOpenDialog('remove')}>
            Remove
          </Button>
        )}
      </div>
      {openDialog === 'codes' && <RenewCodesDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === 'remove' && <RemoveDialog onClose={() => setOpenDialog(null)} />}
    </div>
  );
}

function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const write = useWrite();
  const invalidateAccount = useInvalidateAccount();
  const renew = useMutation({
    mutationFn: () => write<NewCodes>('POST', '/me/recovery-codes', {}),
    onSuccess: invalidateAccount,
  });
  if (renew.data)
    return (
      <Dialog title="New recovery codes" onClose={onClose}>
        <RecoveryCodeList codes={renew.data.recovery_codes} onDone={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Create new recovery codes?"
      confirm="Create codes"
      busy={renew.isPending}
      error={renew.error?.message}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    >
      Your existing recovery codes stop working.
    </ConfirmDialog>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const write = useWrite();
  const invalidateAccount = useInvalidateAccount();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => write('POST', '/me/second-factor/remove', {}),
    onSuccess: () => {
      toast('Authenticator app removed.');
      onClose();
      invalidateAccount();
    },
  });
  return (
    <ConfirmDialog
      title="Remove the authenticator app?"
      confirm="Remove the authenticator app"
      isDangerous
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Without a passkey, you will sign in with your password only, and your recovery codes stop working.
    </ConfirmDialog>
  );
}
