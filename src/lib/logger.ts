// Structured logger. Redacts personal data and secrets by key, as a safety net: they must not be logged in the first
// place.
import { type DestinationStream, type Logger, pino } from 'pino';

const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'token',
  'code',
  'code_verifier',
  'name',
  'username',
  'email',
  'contact_email',
  'phone',
  'phone_number',
  'phoneNumber',
  'address',
];

/** Keeps only safe properties of an error: database errors repeat row values in `detail` and `parameters`. */
function presentError(error: Error & { code?: unknown; cause?: unknown }): object {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof error.code === 'string' && { sqlstate: error.code }),
    ...(error.cause instanceof Error && { cause: presentError(error.cause) }),
  };
}

/** `personalKeys`: further keys to redact; commands pass those of the domain. */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  personalKeys: readonly string[] = [],
): Logger {
  const keys = [...secretKeys, ...personalKeys];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: presentError },
      redact: { paths: keys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    destination ?? pino.destination(1),
  );
}
