// Tells "the database is away" from "the statement was wrong": the first is a 503 that a retry will mend.

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Classes 08 (connection), 53 (out of resources), 57P (shutting down, starting up), 25006 (a standby). */
const outageStates = /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|25006|40001|40P01)$/;

const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'the database system is',
];

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  return (
    networkCodes.has(code) ||
    outageStates.test(code) ||
    driverMessages.some((text) => error.message.includes(text))
  );
}
