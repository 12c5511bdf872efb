// Listens, and says what to do where the port is taken.
import type { EnvironmentConfig } from '../config.ts';

export async function listenOn(
  listen: () => Promise<string>,
  { name, port }: EnvironmentConfig,
): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const variable = name === 'sandbox' ? 'SANDBOX_PORT' : 'PORT';
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use. Stop what runs there, or choose another: ${variable}=${port + 100}`,
      );
    }
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user. Choose another with ${variable}.`);
    throw error;
  }
}
