// Operations that only Waybill's own pages call: portal, crew page and tracking page. Plain JSON, not published: the
// portal and the crew page send a session cookie, the tracking page the token of its link. `npm run generate` writes the
// types of the pages from the definitions.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalAccess } from '../server/route-config.ts';
import type { HttpServer } from '../server/server.ts';
import { openSseConnection, type SseConnection } from '../server/sse-connection.ts';
import {
  type HandlerResult,
  type OperationRequest,
  type RequestShape,
  type Responses,
  sendSuccess,
  successStatus,
} from './operation.ts';

export interface PageShape<Params, Query, Body, Answers extends Responses>
  extends RequestShape<Params, Query, Body, Answers> {
  /** What the scopes of a portal session must permit. Required in the portal; other pages have no scopes. */
  readonly access?: PortalAccess;
  /** Portal: needs a step-up within the last 10 minutes. */
  readonly needsStepUp?: boolean;
  readonly bodyLimit?: number;
  /** Media types of a binary body. */
  readonly uploads?: readonly string[];
  /** Media type of the response. Default: JSON. */
  readonly produces?: string;
}

export interface PageOperation<Context> {
  readonly shape: PageShape<unknown, unknown, unknown, Responses>;
  /** Adds the operation to a server. */
  readonly add: (app: HttpServer, context: Context) => void;
}

interface Call<Context, Request> {
  readonly context: Context;
  readonly request: Request;
  readonly reply: FastifyReply;
}

/** Returns the functions that define the operations of one group, whose handlers get `Context`. */
export function pageOperations<Context>() {
  function operation<Params, Query, Body, Answers extends Responses>(
    definition: PageShape<Params, Query, Body, Answers> & {
      readonly handler: (
        call: Call<Context, OperationRequest<Params, Query, Body>>,
      ) => HandlerResult<Answers>;
    },
  ): PageOperation<Context> {
    const status = successStatus(definition);
    const { handler, ...shape } = definition;
    const add = (app: HttpServer, context: Context) =>
      addRoute(app, shape, async (request, reply) => {
        const call = { context, request: request as OperationRequest<Params, Query, Body>, reply };
        return sendSuccess(reply, status, 'application/json', await handler(call));
      });
    return { shape, add };
  }

  /** A stream of server-sent events. `open` returns the function that closes the connection. */
  function stream<Params>(definition: {
    readonly path: string;
    readonly summary: string;
    readonly access?: PortalAccess;
    readonly params?: Params;
    /** Schema of the data of an event. */
    readonly event: object;
    readonly open: (
      call: Call<Context, OperationRequest<Params, unknown, unknown>>,
      connect: () => SseConnection,
    ) => Promise<() => void>;
  }): PageOperation<Context> {
    const { open, event, ...fields } = definition;
    const shape = {
      ...fields,
      method: 'GET',
      produces: 'text/event-stream',
      responses: { 200: event },
    } as const;
    const add = (app: HttpServer, context: Context) =>
      addRoute(app, shape, async (request, reply) => {
        const call = { context, request: request as OperationRequest<Params, unknown, unknown>, reply };
        reply.raw.on('close', await open(call, () => openSseConnection(reply)));
        return reply;
      });
    return { shape, add };
  }

  return { operation, stream };
}

function addRoute(
  app: HttpServer,
  shape: PageOperation<never>['shape'],
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, path, params, query, body, preValidation, bodyLimit, produces, access, needsStepUp } =
    shape;
  app.route({
    method,
    url: path,
    // A HEAD request would open a stream and never end.
    exposeHeadRoute: produces !== 'text/event-stream',
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(preValidation && { preValidation }),
    config: {
      ...(access && { portalAccess: access }),
      ...(needsStepUp && { needsPortalStepUp: true }),
    },
    schema: {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body: withoutNames(body) }),
    },
    handler,
  });
}

/** Names are for the types of the pages; to the validator each would be a schema of its own that may exist only once. */
function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _name, ...rest } = schema as { readonly $id?: string };
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withoutNames(each)]));
}
