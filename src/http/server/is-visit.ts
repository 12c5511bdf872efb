// Distinguishes people who open an address in a browser from programs that call it.
import type { IncomingMessage } from 'node:http';

/** Whether a person opened the address: browsers ask for HTML and send no access token. */
export function isVisit({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    (headers.accept ?? '').startsWith('text/html')
  );
}
