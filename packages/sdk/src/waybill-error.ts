// What can go wrong, as classes: `instanceof` tells the family, `code` the exact case.
import type { ErrorBody } from './api.generated.ts';

export type ErrorType = ErrorBody['type'];
export type ErrorCode = NonNullable<ErrorBody['code']>;

/** Everything that the SDK throws by itself. An abort throws the reason of its signal. */
export class WaybillError extends Error {
  override readonly name: string = 'WaybillError';
}

/** What is known of a call that failed. */
export interface FailedCall {
  readonly status: number;
  readonly requestId: string | null;
  /** The key under which the write may be sent again; null where nothing is written. */
  readonly idempotencyKey: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service answered, and said no. */
export class ApiError extends WaybillError {
  override readonly name: string = 'ApiError';
  readonly type: ErrorType;
  /** A stable word for the case; null where the contract has none. */
  readonly code: ErrorCode | null;
  /** The exact path of the parameter at fault, such as `stops[1].location`. */
  readonly param: string | null;
  /** Where the case is explained. */
  readonly docUrl: string | null;
  readonly status: number;
  /** Tell it to support: it finds the request. */
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(body: ErrorBody, call: FailedCall) {
    super(body.message);
    this.type = body.type;
    this.code = body.code;
    this.param = body.param;
    this.docUrl = body.doc_url ?? null;
    this.status = call.status;
    this.requestId = call.requestId;
    this.idempotencyKey = call.idempotencyKey;
    this.retryAfterSeconds = call.retryAfterSeconds;
  }
}

/** A parameter is not as it must be; `param` says which. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
  declare readonly type: 'validation_error';
}

/** The credentials or the token are not good, or may not do this. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
  declare readonly type: 'authentication_error';
}

/** The request is well formed and cannot be done as things stand: a window is gone, a booking is over. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  declare readonly type: 'invalid_request_error';
}

/** Too many requests, also after waiting as often as allowed. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  declare readonly type: 'rate_limit_error';
}

/** The service failed or cannot at the moment. With the same `idempotencyKey` it is safe to try again. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
  declare readonly type: 'api_error';
}

/** No whole answer came. Whether the request was carried out is not known; the same `idempotencyKey` finds out safely. */
export class ConnectionError extends WaybillError {
  override readonly name: string = 'ConnectionError';
  readonly idempotencyKey: string | null;

  constructor(message: string, { idempotencyKey, cause }: { idempotencyKey: string | null; cause: unknown }) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** No answer in the time given. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** A webhook that must not be believed. */
export class WebhookVerificationError extends WaybillError {
  override readonly name = 'WebhookVerificationError';
}

const classes: Readonly<Record<ErrorType, typeof ApiError>> = {
  validation_error: ValidationError,
  authentication_error: AuthenticationError,
  invalid_request_error: InvalidRequestError,
  rate_limit_error: RateLimitError,
  api_error: ServerError,
};

/** The error for an answer that is no success; whatever stands between us and the service may have written it. */
export function apiErrorOf(body: unknown, call: FailedCall): ApiError {
  if (isErrorBody(body)) return new classes[body.type](body, call);
  const message = `The service answered ${call.status} without saying why.`;
  return new ServerError({ type: 'api_error', message, param: null, code: null }, call);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('type' in body) || !('message' in body)) return false;
  return typeof body.message === 'string' && Object.hasOwn(classes, String(body.type));
}
