// Step-up of the console: when the server refuses a sensitive call, one dialog asks the operator to prove their
// identity, and the call is repeated.
import { type ReactNode, useCallback, useState } from 'react';
import { StepUpContext } from '../session-context.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  // Calls that were refused while the dialog is open wait for the same confirmation.
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const stepUp = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        setWaiting((others) => [...others, { resolve, reject }]);
      }),
    [],
  );

  function finish(settle: (call: Waiting) => void): void {
    for (const call of waiting) settle(call);
    setWaiting([]);
  }

  return (
    <StepUpContext value={stepUp}>
      {children}
      {waiting.length > 0 && (
        <StepUpDialog
          onConfirmed={() => finish(({ resolve }) => resolve())}
          onClose={() =>
            finish(({ reject }) =>
              reject(new Error('Nothing was changed: you did not confirm that it is you.')),
            )
          }
        />
      )}
    </StepUpContext>
  );
}
