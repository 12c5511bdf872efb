// Dialog that asks why a crew is unassigned. The partner sees the reason.
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface TakeAwayDialogProps {
  readonly hid: string;
  readonly crewName: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

const commonReasons = ['Change of plan', 'Crew unavailable', 'Vehicle breakdown', 'Running late'];

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
      <div className="flex flex-wrap gap-1.5">
        {commonReasons.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={reason === option}
            onClick={() => setReason(option)}
            className="min-h-8 rounded-full border px-3 text-[0.8125rem] font-medium text-ink hover:bg-hover aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {option}
          </button>
        ))}
      </div>
      <TextField
        label="Reason"
        value={reason}
        maxLength={1_000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
