// Binds a listening socket and turns EADDRINUSE, EACCES and unknown-address errors into advice.

export interface ListenTarget {
  readonly host: string;
  readonly port: number;
  /** Environment variable that sets the port. */
  readonly variable: 'PORT' | 'SANDBOX_PORT' | 'METRICS_PORT';
}

export async function listenWithAdvice(listen: () => Promise<unknown>, place: ListenTarget): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const advice = adviceOn(code, place);
    throw advice === null ? error : new Error(advice, { cause: error });
  }
}

function adviceOn(code: string, { host, port, variable }: ListenTarget): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the process that uses it, or set another port: ${variable}=${port + 100}`;
    case 'EACCES':
      return `This user is not permitted to use port ${port}. Set another port with ${variable}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`;
    default:
      return null;
  }
}
