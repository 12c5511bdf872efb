// One API client: name, facts and actions.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, IssuedKey } from '../portal/api.generated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DueTime } from '../ui/relative-time.tsx';
import { useToast } from '../ui/toast.tsx';
import type { KeyActions, ListTokens } from './key-actions.ts';
import { DeleteDialog, DerivedDialog, DisableDialog, RotateDialog } from './key-dialogs.tsx';
import { KeyFacts } from './key-facts.tsx';
import { TokenDialog } from './token-dialog.tsx';

interface KeyRowProps {
  readonly client: ApiKey;
  readonly tokens: ListTokens;
  /** null for read-only users. */
  readonly actions: KeyActions | null;
  /** Reason why this client cannot be changed here, or null. */
  readonly lock?: string | null;
  readonly isOwn?: boolean;
  /** Number of clients that portal sessions of this one created. */
  readonly derivedCount: number;
  /** The client whose portal session created this one; null if there is none or it was deleted. */
  readonly origin: ApiKey | null;
  readonly onIssued: (issued: IssuedKey) => void;
}

type OpenDialog = 'rotate' | 'disable' | 'delete' | 'derived' | 'tokens' | null;

export function KeyRow(props: KeyRowProps) {
  const { client, tokens, actions, lock = null, isOwn = false, derivedCount, origin, onIssued } = props;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const close = () => setOpenDialog(null);
  const { name, disabled } = client;
  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_18rem]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{name}</span>
            {disabled && <Badge tone="bad">Disabled</Badge>}
            {client.grants.includes('password') && <Badge tone="quiet">password grant (legacy)</Badge>}
            {isOwn && <Badge tone="quiet">Opened this session</Badge>}
          </p>
        </div>
        {lock === null && (
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
            <Button size="small" icon="key" onClick={() => setOpenDialog('tokens')}>
              Tokens<span className="sr-only"> of {name}</span>
            </Button>
            {actions && <ChangeButtons name={name} disabled={disabled} onOpen={setOpenDialog} />}
          </div>
        )}
      </div>
      <KeyFacts client={client} origin={origin} />
      {lock !== null && <p className="text-[0.8125rem] text-muted">{lock}</p>}
      {actions && lock === null && derivedCount > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
          <span>
            Portal sessions of this client created {derivedCount} {derivedCount === 1 ? 'client' : 'clients'}.
          </span>
          <Button size="small" look="danger-quiet" onClick={() => setOpenDialog('derived')}>
            Disable them<span className="sr-only">: clients created by {name}</span>
          </Button>
        </p>
      )}
      <OldSecret client={client} actions={lock === null ? actions : null} />
      {actions && openDialog === 'rotate' && (
        <RotateDialog
          client={client}
          actions={actions}
          onClose={close}
          onIssued={(issued) => {
            close();
            onIssued(issued);
          }}
        />
      )}
      {actions && openDialog === 'disable' && (
        <DisableDialog client={client} actions={actions} onClose={close} />
      )}
      {openDialog === 'tokens' && (
        <TokenDialog client={client} tokens={tokens} revoke={actions?.revokeTokens ?? null} onClose={close} />
      )}
      {actions && openDialog === 'derived' && (
        <DerivedDialog client={client} actions={actions} onClose={close} />
      )}
      {actions && openDialog === 'delete' && (
        <DeleteDialog client={client} actions={actions} onClose={close} />
      )}
    </li>
  );
}

interface ChangeButtonsProps extends Pick<ApiKey, 'name' | 'disabled'> {
  readonly onOpen: (dialog: OpenDialog) => void;
}

function ChangeButtons({ name, disabled, onOpen }: ChangeButtonsProps) {
  return (
    <>
      <Button size="small" icon="refresh" onClick={() => onOpen('rotate')}>
        Rotate<span className="sr-only"> {name}</span>
      </Button>
      <Button size="small" icon={disabled ? 'bolt' : 'pause'} onClick={() => onOpen('disable')}>
        {disabled ? 'Enable' : 'Disable'}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button size="small" look="danger-quiet" icon="trash" onClick={() => onOpen('delete')}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
    </>
  );
}

function OldSecret({ client, actions }: Pick<KeyRowProps, 'client' | 'actions'>) {
  const toast = useToast();
  const end = useMutation({
    mutationFn: async () => actions?.endOldSecret(client.id),
    onSuccess: () => {
      void actions?.onDone();
      toast('Old secret revoked.');
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  if (client.old_secret_until === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-signal-tint px-3 py-1.5 text-[0.8125rem]">
      <span>
        The old secret is still valid. It expires <DueTime at={client.old_secret_until} tip="start" />. Revoke
        it once every program uses the new one.
      </span>
      {actions && (
        <Button size="small" busy={end.isPending} onClick={() => end.mutate()}>
          Revoke now<span className="sr-only">: the old secret of {client.name}</span>
        </Button>
      )}
    </p>
  );
}
