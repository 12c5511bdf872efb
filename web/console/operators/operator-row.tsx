// Row of one operator: role, second factor, and the actions of an admin.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, menuItemClass } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Operator, OperatorRole } from '../api.ts';
import { useSession, useWrite } from '../session-context.tsx';
import { roleLabels, roleOptions } from '../sign-in/role-labels.ts';
import { ResetDialog } from './reset-dialog.tsx';

type OpenDialog = 'disable' | 'factor' | 'reset' | 'sessions' | null;

export function OperatorRow({ operator }: { readonly operator: Operator }) {
  const { id, name, email, role, disabled } = operator;
  const isSelf = useSession().session.operator.id === id;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const change = useOperatorChange(operator);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className={classNames('min-w-0 flex-[1_1_14rem]', disabled && 'opacity-60')}>
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isSelf && <Badge tone="quiet">You</Badge>}
          <SignInBadge operator={operator} />
        </p>
        <p className="text-[0.8125rem] text-muted">{email}</p>
      </div>
      <div className="flex items-center gap-2">
        {isSelf || disabled ? (
          <span className="sm:w-36 sm:px-3">{roleLabels[role].name}</span>
        ) : (
          <Select
            label={`Role of ${name}`}
            isLabelHidden
            className="w-36"
            options={roleOptions}
            value={role}
            disabled={change.isPending}
            onChange={(value) => change.mutate({ role: value as OperatorRole })}
          />
        )}
        <OperatorActions
          operator={operator}
          isSelf={isSelf}
          onOpenDialog={setOpenDialog}
          onChange={change.mutate}
        />
      </div>
      {openDialog === 'disable' && (
        <ConfirmDialog
          title={`Disable ${name}?`}
          confirm="Disable"
          isDangerous
          busy={change.isPending}
          error={change.error?.message}
          onConfirm={() => change.mutate({ disabled: true }, { onSuccess: () => setOpenDialog(null) })}
          onClose={() => setOpenDialog(null)}
        >
          The operator is signed out everywhere immediately and cannot sign in until enabled again. Past
          actions stay in the audit trail.
        </ConfirmDialog>
      )}
      {openDialog === 'factor' && (
        <RemoveFactorDialog operator={operator} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'sessions' && (
        <EndSessionsDialog operator={operator} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'reset' && <ResetDialog operator={operator} onClose={() => setOpenDialog(null)} />}
    </li>
  );
}

function SignInBadge({ operator: { disabled, second_factor } }: { readonly operator: Operator }) {
  if (disabled) return <Badge tone="bad">Disabled</Badge>;
  return (
    <Badge tone={second_factor ? 'good' : 'quiet'}>{second_factor ? 'Second factor' : 'Password only'}</Badge>
  );
}

interface OperatorChange {
  readonly role?: OperatorRole;
  readonly disabled?: boolean;
}

function useOperatorChange({ id, name }: Operator) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: OperatorChange) => write('PATCH', `/operators/${id}`, change),
    onSuccess: (_response, { role, disabled }) => {
      if (role !== undefined) toast(`${name} is now ${roleLabels[role].article} and must sign in again.`);
      else toast(disabled === true ? `${name} disabled.` : `${name} can sign in again.`);
    },
    onError: (error) => toast(error.message, 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: ['operators'] }),
  });
}

interface OperatorActionsProps {
  readonly operator: Operator;
  readonly isSelf: boolean;
  readonly onOpenDialog: (openDialog: OpenDialog) => void;
  readonly onChange: (change: OperatorChange) => void;
}

function OperatorActions({ operator, isSelf, onOpenDialog, onChange }: OperatorActionsProps) {
  const { name, disabled, second_factor } = operator;
  if (isSelf) return <span className="hidden size-8 sm:block pointer-coarse:size-11" />;
  return (
    <Menu
      label={`Actions for ${name}`}
      buttonClass="grid size-8 place-items-center rounded-lg text-muted hover:bg-tint hover:text-ink pointer-coarse:size-11"
      button={<Icon name="more" />}
    >
      {disabled ? (
        <button type="button" className={menuItemClass} onClick={() => onChange({ disabled: false })}>
          Enable
        </button>
      ) : (
        <>
          <button type="button" className={menuItemClass} onClick={() => onOpenDialog('reset')}>
            Create a password link
          </button>
          <button type="button" className={menuItemClass} onClick={() => onOpenDialog('sessions')}>
            Sign out everywhere
          </button>
          {second_factor && (
            <button type="button" className={menuItemClass} onClick={() => onOpenDialog('factor')}>
              Remove second factor
            </button>
          )}
          <button
            type="button"
            className={classNames(menuItemClass, 'text-danger')}
            onClick={() => onOpenDialog('disable')}
          >
            Disable
          </button>
        </>
      )}
    </Menu>
  );
}

interface OperatorDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

function EndSessionsDialog({ operator: { id, name }, onClose }: OperatorDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const end = useMutation({
    mutationFn: () => write('DELETE', `/operators/${id}/sessions`),
    onSuccess: () => {
      toast(`${name} is signed out everywhere.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere?`}
      confirm="Sign out everywhere"
      isDangerous
      busy={end.isPending}
      error={end.error?.message}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      All sessions of the operator end immediately, in browsers and scripts. The operator can sign in again;
      to prevent that, disable the operator.
    </ConfirmDialog>
  );
}

function RemoveFactorDialog({ operator: { id, name }, onClose }: OperatorDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => write('DELETE', `/operators/${id}/second-factor`),
    onSuccess: () => {
      toast(`Second factor of ${name} removed.`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['operators'] }),
  });
  return (
    <ConfirmDialog
      title={`Remove the second factor of ${name}?`}
      confirm="Remove second factor"
      isDangerous
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Use this if the operator lost the phone and the recovery codes. Verify the identity of the person first:
      afterwards the password alone is enough to sign in. The operator is signed out everywhere.
    </ConfirmDialog>
  );
}
