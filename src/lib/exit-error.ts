// Exit codes of the commands, and the error that carries one. Codes above 2 are those of sysexits.h: a service manager
// can distinguish a failure that a later start may fix (69) from one that a person must fix (78), see decision 0067.

export const EXIT = {
  failure: 1,
  usage: 2,
  /** Something outside is not available now: database server, disk space, port. */
  unavailable: 69,
  /** Settings, rights, database or installation must be changed first. */
  configuration: 78,
  /** The reader of the output has closed it: 128 + SIGPIPE, as a shell reports it. */
  closedOutput: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The message is for the operator: what is wrong, then what to do. Printed without a stack trace. */
export class ExitError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExitError';
    this.exitCode = exitCode;
  }
}
