// Installations that this process has open, so that a command whose reader is gone can close them before it exits.

type Close = () => Promise<void>;

const open = new Set<Close>();

/** Returns a function that closes it once: later calls wait for the first one. */
export function rememberOpen(close: Close): Close {
  let closing: Promise<void> | undefined;
  const once: Close = () => {
    open.delete(once);
    closing ??= close();
    return closing;
  };
  open.add(once);
  return once;
}

export async function closeOpenInstallations(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
}
