// Responses of a process that is still starting: `/health` is 200, everything else 503 with Retry-After. `/ready` has
// the body of the readiness probe, other paths that of an API error.
import type { RequestListener } from 'node:http';
import { Problem } from '../../lib/problem.ts';
import { answers, errorBody } from './error-handler.ts';
import { vendorMediaType } from './media-type.ts';
import { requestIdOf } from './request-id.ts';
import { apiHeaders, transportHeaders } from './security-headers.ts';

const retryAfterSeconds = 1;

export function respondWhileStarting(publicUrl: string): RequestListener {
  const headers = { ...apiHeaders, ...transportHeaders(publicUrl) };
  const problem = Problem.of('service_unavailable', 'The server is starting. Retry in a moment.');
  const { status } = answers[problem.kind];
  const refusal = JSON.stringify(errorBody(problem, `${publicUrl}/docs/errors`));
  const notReady = JSON.stringify({ status: 'unavailable', waiting_for: ['startup'] });
  return (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isAlive = path === '/health';
    const isProbe = isAlive || path === '/ready';
    const body = isAlive ? JSON.stringify({ status: 'ok' }) : isProbe ? notReady : refusal;
    if (!isAlive) response.setHeader('retry-after', retryAfterSeconds);
    response.writeHead(isAlive ? 200 : status, {
      ...headers,
      'x-request-id': requestIdOf(request),
      'content-type': isProbe ? 'application/json' : vendorMediaType,
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
