// Installations that this process has open, so that a command whose reader is gone can close them before it exits.

type Close = () => Promise<void>;

const open = new Set<Close>();

/** Returns a function that closes it once. */
export function rememberOpen(close: Close): Close {
  const once: Close = async () => {
    open.delete(once);
    await close();
  };
  open.add(once);
  return once;
}

export async function closeOpenInstallations(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
}
