// Maps errors to responses, in one place: problem kind → status and type; framework and database errors → problems;
// anything else → 500, with details only in the log.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDiskFull } from '../../db/sql-state.ts';
import { isFileSystemFull } from '../../lib/full-disk.ts';
import { Problem } from '../../lib/problem.ts';
import type { ProblemKind } from '../../lib/problem-entry.ts';
import { isDatabaseUnavailable } from './database-outage.ts';
import { vendorMediaType } from './media-type.ts';
import type { RouteStatuses } from './route-config.ts';
import { validationProblem } from './validation-problem.ts';

export type ErrorType =
  | 'api_error'
  | 'validation_error'
  | 'authentication_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

interface Answer {
  readonly status: number;
  readonly type: ErrorType;
}

export const answers: Readonly<Record<ProblemKind, Answer>> = {
  invalid: { status: 400, type: 'validation_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  forbidden: { status: 403, type: 'authentication_error' },
  not_found: { status: 404, type: 'invalid_request_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  not_acceptable: { status: 406, type: 'invalid_request_error' },
  request_timeout: { status: 408, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'invalid_request_error' },
  gone: { status: 410, type: 'invalid_request_error' },
  body_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  unprocessable: { status: 422, type: 'invalid_request_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  headers_too_large: { status: 431, type: 'invalid_request_error' },
  internal: { status: 500, type: 'api_error' },
  unavailable: { status: 503, type: 'api_error' },
};

export interface ErrorBody {
  readonly type: ErrorType;
  readonly message: string;
  readonly param: string | null;
  readonly code: string | null;
  readonly doc_url?: string;
  readonly http_status?: number;
}

/** `docsUrl` is the URL of the error catalogue; `doc_url` links to the entry of the code. */
export function errorBody(problem: Problem, docsUrl: string): ErrorBody {
  const { status, type } = answers[problem.kind];
  return {
    type,
    message: problem.message,
    param: problem.param,
    code: problem.code,
    ...(problem.code && { doc_url: `${docsUrl}#${problem.code}` }),
    ...(problem.kind === 'rate_limited' && { http_status: status }),
  };
}

export function handleErrors(app: FastifyInstance, docsUrl: string): void {
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = toProblem(error);
    logProblem(request, error, problem);
    return sendProblem(request, reply, problem, docsUrl);
  });
}

/** Logs errors that operators must know about. Errors of the caller are not logged. */
export function logProblem(request: FastifyRequest, error: RequestError, problem: Problem): void {
  if (problem.kind === 'internal') request.log.error({ err: error }, 'unexpected failure');
  else if (problem.kind === 'unavailable') request.log.warn({ err: problem.cause ?? error }, problem.message);
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem, docsUrl: string) {
  const status = statusFor(problem.kind, request.routeOptions.config?.statuses);
  setRetryHeaders(reply, problem);
  if (problem.kind === 'body_too_large') readRestOfBody(request, reply);
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="waybill"');
  // As bytes: the framework rewrites the media type of strings, and some errors bypass the hook that restores it.
  const body = Buffer.from(JSON.stringify(errorBody(problem, docsUrl)));
  return reply.code(status).type(vendorMediaType).send(body);
}

/** For routes outside the partner API, which use plain application/json. */
export function sendPlainProblem(reply: FastifyReply, problem: Problem, docsUrl: string) {
  setRetryHeaders(reply, problem);
  if (problem.kind === 'body_too_large') readRestOfBody(reply.request, reply);
  if (problem.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="waybill"');
  return reply.code(answers[problem.kind].status).type('application/json').send(errorBody(problem, docsUrl));
}

const maxDiscardedBytes = 32 * 1024 ** 2;

/**
 * The framework closes the connection after the response. A client that is still sending, such as a proxy, may then see a
 * broken connection instead of the response. On a connection that stays open, Node reads and discards the rest first.
 */
function readRestOfBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= maxDiscardedBytes) reply.removeHeader('connection');
}

/**
 * Retry-After, and on 429 the rate-limit headers of the contract. The rate limit of accounts has set them already, with
 * times of the database.
 */
export function setRetryHeaders(reply: FastifyReply, { retryAfterSeconds, limit }: Problem): void {
  if (retryAfterSeconds === null) return;
  reply.header('retry-after', retryAfterSeconds);
  if (limit === null || reply.hasHeader('ratelimit-limit')) return;
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', 0);
  reply.header('ratelimit-reset', Math.ceil(Date.now() / 1000) + retryAfterSeconds);
}

/**
 * The API contract defines other statuses for some operations: stop updates have no 400, booking updates no 422. The
 * route configures them; the error type stays that of the kind.
 */
function statusFor(kind: ProblemKind, overrides: RouteStatuses | undefined): number {
  return overrides?.[kind] ?? answers[kind].status;
}

/** Errors thrown by a route: problems and framework errors. Others are treated as internal errors. */
export type RequestError = FastifyError | Problem;

export function toProblem(error: RequestError): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error.validation, error.validationContext);
  const framework = frameworkProblems[error.code];
  if (framework) return framework();
  // Before the database check: an aborted request and a lost database connection have the same code.
  if (error.code === 'ECONNRESET' && error.message === 'aborted') {
    return Problem.of('invalid_request', 'The connection was closed before the body was complete.');
  }
  // Of the database, or of the photo folder.
  if (isDatabaseDiskFull(error) || isFileSystemFull(error)) {
    return Problem.of('service_unavailable', 'Changes cannot be saved at the moment. Retry later.', {
      retryAfterSeconds: 10,
      cause: error,
    });
  }
  if (isDatabaseUnavailable(error)) {
    return Problem.of('service_unavailable', 'The database is temporarily unavailable. Retry in a moment.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return Problem.of(
    'internal_error',
    'An unexpected error occurred. If it persists, contact support with the X-Request-Id.',
    { cause: error },
  );
}

const emptyBody = () => Problem.of('malformed_json', 'The body is empty. Send a JSON object.');
const badUrl = () => Problem.of('not_found', 'No resource exists at this path.');

const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    Problem.of('unsupported_media_type', `Send the body as application/json or ${vendorMediaType}.`),
  FST_ERR_CTP_BODY_TOO_LARGE: () => Problem.of('body_too_large', 'The body is larger than 256 KB.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    Problem.of('malformed_json', 'The length of the body does not match Content-Length.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: emptyBody,
  FST_ERR_CTP_EMPTY_TYPE: emptyBody,
  FST_ERR_BAD_URL: badUrl,
  FST_ERR_ASYNC_CONSTRAINT: badUrl,
  FST_ERR_MAX_PARAM_LENGTH: badUrl,
};
