// One definition per operation: method, path, prose, schemas, examples, errors and handler. The route, its validation,
// the types of the request and the response, and the OpenAPI documents come from it.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { sendJsonString } from '../server/send-json-string.ts';
import type { HttpServer } from '../server/server.ts';
import { emptyFieldNormalizer } from './empty-fields.ts';
import { integerParamsHooks } from './integer-params.ts';
import type { View } from './schemas.ts';

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

/** By status. A success status has the schema of what the handler returns; 204 stands for no body. */
export type Responses = Readonly<Record<number, object>>;

/** What every definition contains, apart from who may call the operation and its handler. */
export interface RequestShape<Params, Query, Body, Answers extends Responses> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** `optionalBody`: the body can be omitted. `refuseBody`: the operation has no body. */
  readonly preValidation?: (request: FastifyRequest) => Promise<void>;
  readonly responses: Answers;
}

/** A definition in a published API, without the tag, which a group of operations shares. */
export interface UntaggedShape<Params, Query, Body, Answers extends Responses>
  extends RequestShape<Params, Query, Body, Answers> {
  /** Unique name for generated clients, for example `bookings.create`. */
  readonly id: string;
  readonly description: string;
}

export interface OperationShape<Params, Query, Body, Answers extends Responses>
  extends UntaggedShape<Params, Query, Body, Answers> {
  readonly tag: string;
}

/** A request with the types of the operation's schemas. */
export type OperationRequest<Params, Query, Body> = FastifyRequest & {
  readonly params: StaticOf<Params>;
  readonly query: StaticOf<Query>;
  readonly body: StaticOf<Body>;
};

type ViewOf<Schema> = Schema extends TSchema ? View<Schema> : unknown;

type SuccessStatus<Answers> = keyof Answers & (200 | 201 | 202);

/** What a handler may return: the view that the response schema describes, or JSON text or a file with that content. */
export type Success<Answers> =
  | ([SuccessStatus<Answers>] extends [never] ? undefined : never)
  | ViewOf<Answers[SuccessStatus<Answers>]>
  | JsonText
  | FileContent;

/** Handlers of operations without a body (204) return nothing. */
export type HandlerResult<Answers> = [SuccessStatus<Answers>] extends [never]
  ? Promise<void>
  : Promise<Success<Answers>>;

/** A body that is already JSON, for example stored in the wire format. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

export function jsonText(text: string | Buffer): JsonText {
  return new JsonText(text);
}

/** A download. */
export class FileContent {
  readonly mediaType: string;
  readonly name: string;
  /** A stream is sent as it is produced; if it fails, the connection is closed. */
  readonly content: string | Buffer | Uint8Array | Readable;

  constructor(mediaType: string, name: string, content: string | Buffer | Uint8Array | Readable) {
    this.mediaType = mediaType;
    this.name = name;
    this.content = content;
  }
}

type AnyShape = OperationShape<unknown, unknown, unknown, Responses>;

/** What distinguishes the operations of one API. */
export interface OperationRoute {
  readonly config: NonNullable<RouteOptions['config']>;
  /** Media types of the request body. */
  readonly consumes: readonly string[];
  readonly produces: string;
  readonly bodyLimit?: number | undefined;
  readonly preValidation?: (request: FastifyRequest) => Promise<void>;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function addOperation(app: HttpServer, shape: AnyShape, route: OperationRoute): void {
  const { method, path, id, tag, summary, description, params, query, body, responses } = shape;
  const { config, consumes, produces, bodyLimit, handler } = route;
  const preValidation = [
    ...integerParamsHooks(params),
    ...normalizesEmptyFields(app, body),
    ...[route.preValidation ?? shape.preValidation ?? []].flat(),
  ];
  app.route({
    method,
    url: path,
    config,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(preValidation.length > 0 && { preValidation }),
    schema: {
      tags: [tag],
      consumes: [...consumes],
      produces: [produces],
      operationId: id,
      summary,
      description,
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
      response: responses,
    },
    handler,
  });
}

/** A hook if the body has fields whose empty values have a meaning. */
function normalizesEmptyFields(app: HttpServer, body: unknown) {
  const normalize = body === undefined ? null : emptyFieldNormalizer(body, (id) => app.getSchema(id));
  if (!normalize) return [];
  return [
    async (request: FastifyRequest) => {
      Object.assign(request, { body: normalize(request.body) });
    },
  ];
}

/** The one success status of the operation. */
export function successStatus({ responses }: Pick<AnyShape, 'responses'>): number {
  const status = Object.keys(responses)
    .map(Number)
    .find((each) => each < 300);
  if (status === undefined) throw new Error('an operation needs a success response');
  return status;
}

/** Sends what the handler returned. */
export function sendSuccess(
  reply: FastifyReply,
  status: number,
  mediaType: string,
  result: unknown,
): FastifyReply {
  reply.code(status);
  if (status === 204) return reply.send();
  if (result instanceof JsonText) return sendJsonString(reply, result.text, mediaType);
  if (result instanceof FileContent) {
    const { mediaType: type, name, content } = result;
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
  }
  return reply.type(mediaType).send(result);
}
