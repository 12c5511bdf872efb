// Step-up of the portal and the console: when the server refuses a sensitive call, one dialog asks for another proof of
// identity, and the call is repeated. Each surface has its own dialog.
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../client/api-request.ts';

export interface StepUpDialogProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

interface StepUpProviderProps {
  readonly dialog: (props: StepUpDialogProps) => ReactNode;
  /** Error of the calls if the dialog is closed. */
  readonly refusal: string;
  readonly children: ReactNode;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

const StepUpContext = createContext<(() => Promise<void>) | null>(null);

export function StepUpProvider({ dialog, refusal, children }: StepUpProviderProps) {
  // Calls that were refused while the dialog is open wait for the same confirmation.
  const waiting = useRef<Waiting[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const stepUp = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        waiting.current.push({ resolve, reject });
        setIsOpen(true);
      }),
    [],
  );
  const finish = useCallback((settle: (call: Waiting) => void) => {
    setIsOpen(false);
    for (const call of waiting.current.splice(0)) settle(call);
  }, []);
  const refuse = useCallback(() => finish(({ reject }) => reject(new Error(refusal))), [finish, refusal]);
  useEffect(() => refuse, [refuse]);
  return (
    <StepUpContext value={stepUp}>
      {children}
      {isOpen && dialog({ onConfirmed: () => finish(({ resolve }) => resolve()), onClose: refuse })}
    </StepUpContext>
  );
}

/** Returns a function that makes a call, and repeats it after step-up if the server requires that. */
export function useStepUp(): <Answer>(call: () => Promise<Answer>) => Promise<Answer> {
  const stepUp = use(StepUpContext);
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      if (stepUp === null || !(error instanceof ApiError) || error.code !== 'step_up_required') throw error;
      await stepUp();
      return call();
    }
  };
}
