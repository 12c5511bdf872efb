// Operations of the operator API: called with an operator token or a session cookie, in plain JSON.
import type { FastifyReply } from 'fastify';
import type { OperatorRole } from '../../domain/account/operator-role.ts';
import type { HttpServer } from '../server/server.ts';
import {
  addOperation,
  type HandlerResult,
  type OperationRequest,
  type OperationRoute,
  type Responses,
  sendSuccess,
  successStatus,
  type UntaggedShape,
} from './operation.ts';

export interface OperatorShape<Params, Query, Body, Answers extends Responses>
  extends UntaggedShape<Params, Query, Body, Answers> {
  /** Minimum role; absent for operations without authentication, such as sign-in. */
  readonly role?: OperatorRole;
  /** Also allowed for operators who still have to set up their second factor. */
  readonly isBeforeSecondFactor?: boolean;
  /** Only within 10 minutes of the last authentication of the session (decision 0056). */
  readonly needsStepUp?: boolean;
  /** Whether Idempotency-Key is supported. */
  readonly isIdempotent?: boolean;
  /** Media types of a binary body. */
  readonly uploads?: readonly string[];
  readonly bodyLimit?: number;
  /** Media type of the successful response. Default: JSON. */
  readonly produces?: string;
}

/** Adds the operation to a server. */
export type OperatorOperation<Context> = (app: HttpServer, context: Context) => void;

interface Handler<Context, Request, Answers> {
  readonly handler: (call: {
    readonly context: Context;
    readonly request: Request;
    readonly reply: FastifyReply;
  }) => HandlerResult<Answers>;
}

/** What all operations of a group have in common. */
interface OperatorGroup {
  readonly tag: string;
  readonly role?: OperatorRole;
  readonly isBeforeSecondFactor?: boolean;
}

/** Returns the function that defines the operations of one group, whose handlers get `Context`. */
export function operatorOperations<Context>(group: OperatorGroup) {
  return function operation<Params, Query, Body, Answers extends Responses>(
    definition: OperatorShape<Params, Query, Body, Answers> &
      Handler<Context, OperationRequest<Params, Query, Body>, Answers>,
  ): OperatorOperation<Context> {
    const status = successStatus(definition);
    const shape = { ...group, ...definition };
    return (app, context) =>
      addOperation(app, shape, {
        ...operatorRoute(shape),
        handler: async (request, reply) => {
          const call = { context, request: request as OperationRequest<Params, Query, Body>, reply };
          return sendSuccess(reply, status, 'application/json', await definition.handler(call));
        },
      });
  };
}

/** The properties that all operations of the operator API have. */
export function operatorRoute({
  role,
  isBeforeSecondFactor,
  needsStepUp,
  isIdempotent,
  uploads,
  bodyLimit,
  produces,
}: OperatorShape<unknown, unknown, unknown, Responses>): Omit<OperationRoute, 'handler'> {
  return {
    config: {
      ...(role && { role }),
      ...(isBeforeSecondFactor && { isBeforeSecondFactor }),
      ...(needsStepUp && { needsStepUp }),
      ...(isIdempotent && { idempotent: true }),
      ...(uploads && { uploads }),
      ...(produces !== undefined && { produces }),
    },
    consumes: ['application/json'],
    produces: produces ?? 'application/json',
    bodyLimit,
  };
}
