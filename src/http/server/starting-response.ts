// Responses of a process that is still starting: `/health` is 200, everything else 503 with Retry-After. `/ready` has
// the body of the readiness probe, people get a page, and other callers the body of an API error.
import type { IncomingMessage, RequestListener } from 'node:http';
import { preferredLanguage } from '../../lib/language.ts';
import { Problem } from '../../lib/problem.ts';
import { answers, errorBody } from './error-handler.ts';
import { isVisit } from './is-visit.ts';
import { vendorMediaType } from './media-type.ts';
import { requestIdOf } from './request-id.ts';
import { apiHeaders, transportHeaders } from './security-headers.ts';
import { startingPage, startingPagePolicy } from './starting-page.ts';

const retryAfterSeconds = 1;
const json = 'application/json';

interface StartingResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function respondWhileStarting(publicUrl: string): RequestListener {
  const common = { ...apiHeaders, ...transportHeaders(publicUrl) };
  const problem = Problem.of('service_unavailable', 'The server is starting. Retry in a moment.');
  const { status } = answers[problem.kind];
  const refusal = JSON.stringify(errorBody(problem, `${publicUrl}/docs/errors`));
  const notReady = JSON.stringify({ status: 'unavailable', waiting_for: ['startup'] });
  const respondTo = (request: IncomingMessage): StartingResponse => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/health') return { status: 200, type: json, body: JSON.stringify({ status: 'ok' }) };
    if (path === '/ready') return { status, type: json, body: notReady };
    if (isVisit(request)) return pageFor(request, status);
    return { status, type: vendorMediaType, body: refusal };
  };
  return (request, response) => {
    const { status: code, type, body, headers } = respondTo(request);
    if (code !== 200) response.setHeader('retry-after', retryAfterSeconds);
    response.writeHead(code, {
      ...common,
      ...headers,
      'x-request-id': requestIdOf(request),
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function pageFor({ headers }: IncomingMessage, status: number): StartingResponse {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: startingPage(preferredLanguage(headers['accept-language']), retryAfterSeconds),
    headers: { 'content-security-policy': startingPagePolicy },
  };
}
