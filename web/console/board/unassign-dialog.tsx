// Dialog that asks why a crew is unassigned. The partner sees the reason.
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ReasonField } from './reason-field.tsx';

interface TakeAwayDialogProps {
  readonly hid: string;
  readonly crewName: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

export function UnassignDialog({ hid, crewName, onConfirm, onClose }: TakeAwayDialogProps) {
  const [reason, setReason] = useState('Change of plan');
  return (
    <ConfirmDialog
      title={`Unassign ${crewName} from ${hid}?`}
      confirm="Unassign"
      busy={false}
      onConfirm={() => onConfirm(reason.trim() === '' ? 'Change of plan' : reason.trim())}
      onClose={onClose}
    >
      <p>The booking becomes unassigned. The partner is notified with this reason.</p>
      <ReasonField reason={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
