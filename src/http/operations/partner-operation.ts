// Operations of the partner API: called with an access token, and idempotent by Idempotency-Key if they write.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import type { Access } from '../../domain/account/scopes.ts';
import { vendorMediaType } from '../server/media-type.ts';
import type { RouteStatuses } from '../server/route-config.ts';
import type { HttpServer } from '../server/server.ts';
import type { Answer, IdempotentWrites } from './idempotent-write.ts';
import {
  addOperation,
  type HandlerResult,
  JsonText,
  type OperationRequest,
  type OperationShape,
  type Responses,
  type Success,
  sendSuccess,
  successStatus,
} from './operation.ts';

interface PartnerShape<Context, Params, Query, Body, Answers extends Responses>
  extends OperationShape<Params, Query, Body, Answers> {
  /** Turns the received body into the form that is validated. */
  readonly adaptBody?: (body: unknown, context: Context) => unknown;
  /** Access that the token must grant. */
  readonly access: Access;
  /** Statuses that differ from the default because the contract defines others for the operation. */
  readonly statuses?: RouteStatuses;
  /** Media type of a successful response that is not JSON. Error responses are always JSON. */
  readonly produces?: string;
  /** Successful requests are not logged in the request log. */
  readonly isNotLogged?: boolean;
}

/** Adds the operation to a server. */
export type PartnerOperation<Context> = (app: HttpServer, context: Context, writes: IdempotentWrites) => void;

interface Read<Context, Request, Answers> {
  readonly handler: (call: {
    readonly context: Context;
    readonly request: Request;
    readonly reply: FastifyReply;
  }) => HandlerResult<Answers>;
}

interface Write<Context, Request, Answers, Result> {
  /** Calls the use case, which runs `hook` in its transaction: it stores the response under the Idempotency-Key. */
  readonly handler: (call: {
    readonly context: Context;
    readonly request: Request;
    readonly hook: TransactionHook<Result>;
  }) => Promise<Result>;
  /** Turns the result into the response. */
  readonly present: (result: Result, request: FastifyRequest, context: Context) => Success<Answers>;
  readonly headers?: (result: Result) => Readonly<Record<string, string>>;
}

/** Returns the functions that define the operations of one feature, whose handlers get `Context`. */
export function partnerOperations<Context>() {
  /** An operation that stores no response: it reads, or its effect needs no key. */
  function read<Params, Query, Body, Answers extends Responses>(
    operation: PartnerShape<Context, Params, Query, Body, Answers> &
      Read<Context, OperationRequest<Params, Query, Body>, Answers>,
  ): PartnerOperation<Context> {
    const status = successStatus(operation);
    return (app, context) =>
      addOperation(app, operation, {
        ...routeOf(operation, context),
        handler: (request, reply) =>
          operation
            .handler({ context, request: request as OperationRequest<Params, Query, Body>, reply })
            .then((result) => sendSuccess(reply, status, vendorMediaType, result)),
      });
  }

  function write<Params, Query, Body, Answers extends Responses, Result>(
    operation: PartnerShape<Context, Params, Query, Body, Answers> &
      Write<Context, OperationRequest<Params, Query, Body>, Answers, Result>,
  ): PartnerOperation<Context> {
    const status = successStatus(operation);
    return (app, context, writes) => {
      const answerOf = (result: Result, request: FastifyRequest): Answer => ({
        status,
        body: bodyText(operation.present(result, request, context)),
        ...(operation.headers && { headers: operation.headers(result) }),
      });
      addOperation(app, operation, {
        ...routeOf(operation, context),
        handler: writes.handler(answerOf, (request, hook) =>
          operation.handler({ context, request: request as OperationRequest<Params, Query, Body>, hook }),
        ),
      });
    };
  }

  return { read, write };
}

type RouteFields<Context> = Pick<
  PartnerShape<Context, unknown, unknown, unknown, Responses>,
  'access' | 'statuses' | 'produces' | 'isNotLogged' | 'adaptBody'
>;

function routeOf<Context>(
  { access, statuses, produces, isNotLogged, adaptBody }: RouteFields<Context>,
  context: Context,
) {
  return {
    ...(adaptBody && {
      preValidation: async (request: FastifyRequest) => {
        Object.assign(request, { body: adaptBody(request.body, context) });
      },
    }),
    config: {
      access,
      ...(statuses && { statuses }),
      ...(produces !== undefined && { produces }),
      ...(isNotLogged && { isNotLogged }),
    },
    consumes: ['application/json', vendorMediaType],
    produces: vendorMediaType,
  };
}

/** null if there is no body (204). */
function bodyText(result: unknown): string | null {
  if (result === undefined) return null;
  return result instanceof JsonText ? String(result.text) : JSON.stringify(result);
}
