// Standard output that cannot be written. If its reader has closed it, as in `waybill doctor | head`, a command ends quietly
// with the exit code of SIGPIPE; on a full disk it says so. It leaves the embedded PostgreSQL first. `serve` goes on: a lost
// log must not stop deliveries.
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
      if (!endsProcess || isClosed) return;
      isClosed = true;
      const isReaderGone = error.code === 'EPIPE';
      if (!isReaderGone && stream === process.stdout)
        process.stderr.write(`error: The output cannot be written: ${error.message}.\n`);
      const code = isReaderGone ? EXIT.closedOutput : EXIT.unavailable;
      void closeOpenInstallations().finally(() => process.exit(code));
    });
}
