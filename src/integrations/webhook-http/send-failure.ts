// Maps connection errors to an outcome and a sentence for the operator of the receiver: what is wrong and what to do.
import type { AttemptOutcome } from '../../domain/webhook/webhook-delivery.ts';
import { RefusedTarget } from './egress-guard.ts';
import { NameError } from './name-resolver.ts';
import type { WebhookTarget } from './target-url.ts';
import { explainTls } from './tls-failure.ts';

export interface SendFailure {
  readonly outcome: AttemptOutcome;
  readonly error: string;
}

export const connectSeconds = 5;

const unreachable = [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EACCES',
  'EPERM',
];
const connectionLost = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED'];

export function explainFailure(thrown: Error, { host, port }: WebhookTarget): SendFailure {
  const error = rootOf(thrown);
  const code = codeOf(error);
  if (error instanceof RefusedTarget) return { outcome: 'blocked', error: error.message };
  if (error instanceof NameError) return { outcome: 'dns', error: error.message };
  const tls = explainTls(error, code, host);
  if (tls !== null) return { outcome: 'tls', error: tls };
  if (code === 'ECONNREFUSED')
    return {
      outcome: 'refused',
      error: `${host}, port ${port}, refused the connection. Check that the server is running and reachable from the internet.`,
    };
  if (unreachable.includes(code))
    return {
      outcome: 'refused',
      error: `No route to ${host}, port ${port} (${code}). Check the network and firewall of the server.`,
    };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return {
      outcome: 'timeout',
      error: `No connection to ${host}, port ${port}, within ${connectSeconds} s. Check that the server is running and that its firewall permits connections.`,
    };
  if (connectionLost.includes(code))
    return { outcome: 'reset', error: 'The server closed the connection before its response was complete.' };
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { outcome: 'reset', error: 'The response headers are too large. Send fewer or shorter headers.' };
  if (error.name === 'HTTPParserError') return { outcome: 'reset', error: 'The response is not valid HTTP.' };
  return { outcome: 'reset', error: `The request failed (${code}).` };
}

/**
 * Whether the connection was lost, as happens when the receiver closes a kept-alive connection at the moment of its
 * reuse.
 */
export function isConnectionLost(error: Error): boolean {
  return connectionLost.includes(codeOf(rootOf(error)));
}

/** If several addresses were tried, the first error is the most useful one. */
function rootOf(error: Error): Error {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? first : error;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
