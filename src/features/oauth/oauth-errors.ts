// Error handler under /oauth: responses carry the fields of the API's error format and those of RFC 6749.
import {
  answers,
  errorBody,
  type RequestError,
  setRetryHeaders,
  toProblem,
} from '../../http/server/error-handler.ts';
import { vendorMediaType } from '../../http/server/media-type.ts';
import type { HttpServer } from '../../http/server/server.ts';
import type { Problem } from '../../lib/problem.ts';

const rfcCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_token',
]);

export function handleOAuthErrors(
  app: HttpServer,
  docsUrl: string,
  usesPlainJson: (accept?: string) => boolean,
): void {
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = toProblem(error);
    if (problem.kind === 'internal') request.log.error({ err: error }, 'unexpected failure');
    setRetryHeaders(reply, problem);
    if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Basic realm="waybill"');
    return reply
      .code(answers[problem.kind].status)
      .type(usesPlainJson(request.headers.accept) ? 'application/json' : vendorMediaType)
      .send(oauthErrorBody(problem, docsUrl));
  });
}

export function oauthErrorBody(problem: Problem, docsUrl: string) {
  return { ...errorBody(problem, docsUrl), error: rfcCode(problem), error_description: problem.message };
}

function rfcCode({ code, kind }: Problem): string {
  if (code && rfcCodes.has(code)) return code;
  if (kind === 'unavailable' || kind === 'rate_limited') return 'temporarily_unavailable';
  return kind === 'internal' ? 'server_error' : 'invalid_request';
}
