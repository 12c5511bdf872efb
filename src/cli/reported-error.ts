// Thrown by a command that failed and has already printed why: the exit code is 1, and nothing more is printed.
export class ReportedError extends Error {}
