// One id per request, on every answer and in every log line. A caller's own is kept when it is harmless to print.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}
