/** Resolves after what the event loop has waiting: for long work in slices. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
