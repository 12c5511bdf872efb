// Opens a listening socket, and turns EADDRINUSE, EACCES and unknown-address errors into advice.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { EXIT, type ExitCode, ExitError } from '../lib/exit-error.ts';

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
    const user = code === 'EADDRINUSE' && (await isWaybill(place)) ? 'another Waybill server' : null;
    const advice = adviceOn(code, place, user);
    throw advice === null ? error : new ExitError(advice.message, advice.exitCode, { cause: error });
  }
}

interface Advice {
  readonly message: string;
  readonly exitCode: ExitCode;
}

function adviceOn(code: string, { host, port, variable }: ListenTarget, user: string | null): Advice | null {
  switch (code) {
    case 'EADDRINUSE':
      return {
        message: `Port ${port} is in use${user ? ` by ${user}` : ''}. Stop the process that uses it, or set another port: ${variable}=${port + 100}`,
        exitCode: EXIT.unavailable,
      };
    case 'EACCES':
      return {
        message: `This user is not permitted to use port ${port}. Set another port with ${variable}.`,
        exitCode: EXIT.configuration,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN': {
      const hostVariable = variable === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST';
      return {
        message: `${hostVariable}=${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`,
        exitCode: EXIT.configuration,
      };
    }
    default:
      return null;
  }
}

const probeMillis = 3_000;

/** Whether the readiness probe of a Waybill server answers on this port. */
async function isWaybill({ host, port }: ListenTarget): Promise<boolean> {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const body: unknown = JSON.parse(await readOnce({ host: local, port, path: '/ready' }));
    const isReadiness = typeof body === 'object' && body !== null && 'status' in body;
    return isReadiness && (body.status === 'ready' || 'waiting_for' in body);
  } catch {
    return false;
  }
}

/** Not `fetch`: it connects again if the other side closes the connection early, and its timers do not keep the process alive. */
function readOnce(place: { host: string; port: number; path: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get({ ...place, agent: false }, (response) => {
      text(response).then(resolve, reject);
    });
    const timer = setTimeout(() => request.destroy(new Error('no answer')), probeMillis);
    request.on('error', reject).on('close', () => clearTimeout(timer));
  });
}
