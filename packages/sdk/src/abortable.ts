// Promises that reject early when a signal is aborted.

export function wait(millis: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  return rejectOnAbort(elapsed, signal).finally(() => clearTimeout(timer));
}

/**
 * Resolves like the promise, or rejects when the signal is aborted first. The promise itself continues: other callers
 * may wait for it.
 */
export async function rejectOnAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
