// The HTTP server: limits, time-outs, body parsing, request ids, headers, errors. Routes are added by the caller.
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../../lib/problem.ts';
import { ErrorSchema } from '../operations/schemas.ts';
import { parseJsonBody } from './body-parser.ts';
import { handleClientErrors } from './client-error.ts';
import { drainConnectionsOnClose } from './drain-connections.ts';
import { handleErrors, sendProblem, toProblem } from './error-handler.ts';
import { HttpListener } from './http-listener.ts';
import { isOtherVersion, vendorBodyPattern, vendorMediaType } from './media-type.ts';
import { type OtherMethods, recordMethods } from './method-not-allowed.ts';
import { requestIdOf } from './request-id.ts';
import { RequestLogger } from './request-logger.ts';
import { createSchemaBucket } from './schema-bucket.ts';
import { apiHeaders, transportHeaders } from './security-headers.ts';
import { trustHops } from './trusted-hops.ts';
import { buildValidator } from './validator.ts';

export interface ServerOptions {
  readonly publicUrl: string;
  /** false, a number of proxies, or their networks. */
  readonly trustProxy: boolean | number | string;
  readonly log: Logger;
  /** Listens already, and responds by itself until the caller hands it over to the application. Default: a new one. */
  readonly listener?: HttpListener | undefined;
}

/** Typed by the framework for its own serializer; ours takes the same arguments. */
type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type BuildSerializer = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildSerializer']>;

/**
 * Views build exactly what the schemas publish, and tests verify it. Serializing by schema was measured to cost as much
 * as it saves. A factory, as for validators: otherwise scopes that add schemas would get the framework's serializer.
 */
const buildSerializer: BuildSerializer = () => () => JSON.stringify;

const vendorType = 'application/vnd.service+json';
const bodyLimitBytes = 256 * 1024;

export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** `addRoutes` registers all routes; unknown paths and methods are handled by the server itself. */
export async function createServer(
  options: ServerOptions,
  addRoutes: (app: HttpServer) => Promise<void>,
): Promise<HttpServer> {
  const { listener = new HttpListener() } = options;
  const app = createFastify(options, listener);
  drainConnectionsOnClose(app, listener);
  await addRoutes(app);
  await app.ready();
  if (!options.listener) listener.handOver((request, response) => app.routing(request, response));
  return app;
}

function createFastify({ publicUrl, trustProxy, log }: ServerOptions, listener: HttpListener): HttpServer {
  const docsUrl = `${publicUrl}/docs/errors`;
  const headers = { ...apiHeaders, ...transportHeaders(publicUrl) };
  const app = Fastify<Server>({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_logger, bindings) => new RequestLogger(log, bindings),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: typeof trustProxy === 'number' ? trustHops(trustProxy) : trustProxy,
    bodyLimit: bodyLimitBytes,
    serverFactory: () => listener.server,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16 * 1024 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: handleClientErrors(docsUrl, headers),
    schemaController: {
      bucket: createSchemaBucket,
      compilersFactory: { buildValidator, buildSerializer },
    } as SchemaController,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      sendProblem(request, reply, toProblem(error), docsUrl);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addSchema(ErrorSchema);
  for (const name of ['receivedBody', 'sentBody', 'refusedToken'] as const) app.decorateRequest(name, null);

  app.removeAllContentTypeParsers();
  // An empty body is treated as no body for every media type, so that optional bodies can be omitted.
  const parseJson = async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    request.receivedBody = body;
    return parseJsonBody(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  app.addContentTypeParser(vendorBodyPattern, { parseAs: 'buffer' }, parseJson);

  // Node would respond to `Expect` and to a missing Host header by itself, with a bare status.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const otherMethodsOf = recordMethods(app);
  // Synchronous hooks use the callback style: every request passes them, and a promise costs more.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.is404) request.otherMethods = otherMethodsOf(request);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close');
      throw Problem.of('invalid_request', 'The request has no Host header.');
    }
    done();
  });
  // After authentication and before the body is parsed.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.otherMethods) throw methodNotAllowed(reply, request.otherMethods);
    if (request.is404) throw pathNotFound();
    requireReadableBody(request.headers);
    done();
  });
  // The framework rewrites media types with parameters; the API contract defines the exact spelling.
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(vendorType))
      reply.header('content-type', vendorMediaType);
    const isLogged = reply.statusCode >= 400 || request.method !== 'GET';
    if (isLogged && (typeof payload === 'string' || Buffer.isBuffer(payload))) request.sentBody = payload;
    done(null, payload);
  });
  handleErrors(app, docsUrl);
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, pathNotFound(), docsUrl));
  return app;
}

function pathNotFound(): Problem {
  return Problem.of('not_found', 'No resource exists at this path.');
}

function methodNotAllowed(reply: FastifyReply, { allow }: OtherMethods): Problem {
  reply.header('allow', allow);
  return Problem.of('method_not_allowed', `This path supports only ${allow}.`);
}

function requireReadableBody(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw Problem.of(
      'unsupported_media_type',
      'Content-Encoding is not supported. Send the body uncompressed.',
    );
  }
  if (isOtherVersion(headers['content-type'] ?? '')) {
    throw Problem.of('unsupported_media_type', `Send the body as application/json or ${vendorMediaType}.`);
  }
}
