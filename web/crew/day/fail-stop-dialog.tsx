// Dialog to report a stop failure: a reason, and a note (required for "other").
import type { StopFailureReason, Words } from '../messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface FailStopDialogProps {
  readonly words: Words;
  readonly onClose: () => void;
  readonly onSubmit: (reason: StopFailureReason, note: string) => void;
}

const reasons: readonly StopFailureReason[] = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'not_ready',
  'does_not_fit',
  'refused',
  'damaged',
  'unsafe',
  'other',
];

export function FailStopDialog(props: FailStopDialogProps) {
  const { words } = props;
  return (
    <ReasonDialog
      {...props}
      title={words.cannotTitle}
      note={words.cannotNote}
      sendLabel={words.send}
      labels={words}
      reasons={reasons}
    />
  );
}
