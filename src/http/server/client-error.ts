// Responses to errors below the request level: invalid HTTP, oversized headers, request time-outs.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Problem } from '../../lib/problem.ts';
import { answers, errorBody } from './error-handler.ts';
import { vendorMediaType } from './media-type.ts';

interface ClientError extends Error {
  readonly code?: string;
}

function problemOf(error: ClientError): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return Problem.of('headers_too_large', 'The request headers are larger than 16 KB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return Problem.of('request_timeout', 'The request was not received completely within the time limit.');
    default:
      return Problem.of('invalid_request', 'The request is not valid HTTP.');
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** `headers` are those of every response. */
export function handleClientErrors(docsUrl: string, headers: Readonly<Record<string, string>>) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = problemOf(error);
    const { status } = answers[problem.kind];
    const body = JSON.stringify(errorBody(problem, docsUrl));
    const head = [
      `HTTP/1.1 ${status} ${reasons[status]}`,
      `Content-Type: ${vendorMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
  };
}
