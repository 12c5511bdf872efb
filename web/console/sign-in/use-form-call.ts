// State of one call from a form: whether it is in progress, and its error.
import { useState } from 'react';

export interface FormCall {
  readonly busy: boolean;
  readonly error: Error | null;
  /** Runs the call. Errors are stored in `error` and not thrown. */
  readonly run: (call: () => Promise<void>) => void;
  readonly clear: () => void;
}

export function useFormCall(): FormCall {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  function run(call: () => Promise<void>): void {
    setBusy(true);
    setError(null);
    void call()
      .catch((reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))))
      .finally(() => setBusy(false));
  }
  return { busy, error, run, clear: () => setError(null) };
}
