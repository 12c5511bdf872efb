// Tells whether an error means that the database is unavailable: such errors become a 503, and a retry can succeed.

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

/**
 * SQLSTATE classes 08 (connection) and 53 (resources); 57P01 to 57P05 (shutdown, start-up), 57014 (cancelled), 25006
 * (read-only standby), 40001 (serialization failure), 40P01 (deadlock).
 */
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
