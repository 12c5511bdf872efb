// Standard output that its reader has closed, as in `waybill doctor | head`. A command ends quietly with the exit code of
// SIGPIPE, after it has left the embedded PostgreSQL. `serve` goes on: a lost log reader must not stop deliveries.
import { EXIT } from '../lib/exit-error.ts';
import { closeOpenInstallations } from './open-installations.ts';

let isClosed = false;

/** Errors after this are consequences of the early end, and are not reported. */
export function isOutputClosed(): boolean {
  return isClosed;
}

export function handleClosedOutput(endsProcess: boolean): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (!endsProcess || isClosed) return;
      isClosed = true;
      void closeOpenInstallations().finally(() => process.exit(EXIT.closedOutput));
    });
}
