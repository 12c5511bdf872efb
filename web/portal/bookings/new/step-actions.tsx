// Buttons at the end of a step of a new booking.
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

interface StepActionsProps {
  readonly onBack?: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** The forward button submits the form of the step. */
export function StepActions({ onBack, busy = false, disabled = false, children }: StepActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onBack && <Button onClick={onBack}>Back</Button>}
      <Button type="submit" look="primary" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  );
}
