// The HTTP server: limits and time-outs, bodies, request ids, headers, errors. It knows no route of its own.
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../lib/problem.ts';
import { parseJsonBody } from './body-parser.ts';
import { handleClientErrors } from './client-error.ts';
import { endConnections } from './drain-connections.ts';
import { handleErrors, sendProblem, toProblem } from './error-handler.ts';
import { isOtherVersion, vendorBodyPattern, vendorMediaType } from './media-type.ts';
import { otherMethods } from './method-not-allowed.ts';
import { requestIdOf } from './request-id.ts';
import { RequestLogger } from './request-logger.ts';
import { ErrorSchema } from './schemas.ts';
import { apiHeaders, transportHeaders } from './security-headers.ts';
import { buildValidator } from './validator.ts';

export interface ServerOptions {
  readonly publicUrl: string;
  readonly trustProxy: boolean | string;
  readonly log: Logger;
}

/** The framework types this factory by its own validator's; ours takes the same arguments. */
type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type BuildSerializer = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildSerializer']>;

/**
 * Views build exactly what the schemas publish, and tests hold them to it; serialising by schema again was measured to cost
 * as much as it saves. A factory, as for validators: scopes that add schemas would have the framework's instead.
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

/** `addRoutes` registers every surface; what they leave open is answered by the server itself. */
export async function createServer(
  options: ServerOptions,
  addRoutes: (app: HttpServer) => Promise<void>,
): Promise<HttpServer> {
  const app = createFastify(options);
  const fillOtherMethods = otherMethods(app);
  endConnections(app);
  await addRoutes(app);
  await app.register(fillOtherMethods);
  await app.ready();
  return app;
}

function createFastify({ publicUrl, trustProxy, log }: ServerOptions): HttpServer {
  const docsUrl = `${publicUrl}/docs/errors`;
  const app = Fastify<Server>({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_logger, bindings) => new RequestLogger(log, bindings),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy,
    bodyLimit: bodyLimitBytes,
    // A connection that drips its request is closed; Node looks for such every second.
    requestTimeout: 10_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16 * 1024 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: handleClientErrors(docsUrl),
    schemaController: { compilersFactory: { buildValidator, buildSerializer } } as SchemaController,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      sendProblem(request, reply, toProblem(error), docsUrl);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  const headers = { ...apiHeaders, ...transportHeaders(publicUrl) };

  app.addSchema(ErrorSchema);
  for (const name of ['receivedBody', 'sentBody', 'refusedToken'] as const) app.decorateRequest(name, null);

  app.removeAllContentTypeParsers();
  // An empty body is no body, whatever its media type: operations whose body is optional then need none.
  const readJson = async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    request.receivedBody = body;
    return parseJsonBody(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  app.addContentTypeParser(vendorBodyPattern, { parseAs: 'buffer' }, readJson);

  // Node would answer these two by itself, with nothing but a status.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Hooks that wait for nothing call back instead of promising: every request passes all of them.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close');
      throw Problem.of('invalid_request', 'The request has no Host header.');
    }
    done();
  });
  // After every gate and before any body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.is404) throw nothingHere();
    requireReadableBody(request.headers);
    done();
  });
  // The framework respells media types that carry parameters; the contract's is sent to the letter.
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(vendorType))
      reply.header('content-type', vendorMediaType);
    const isTold = reply.statusCode >= 400 || request.method !== 'GET';
    if (isTold && (typeof payload === 'string' || Buffer.isBuffer(payload))) request.sentBody = payload;
    done(null, payload);
  });
  handleErrors(app, docsUrl);
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, nothingHere(), docsUrl));
  return app;
}

function nothingHere(): Problem {
  return Problem.of('not_found', 'There is nothing at this address.');
}

function requireReadableBody(headers: IncomingHttpHeaders): void {
  const packed = headers['content-encoding'];
  if (packed !== undefined && packed.trim().toLowerCase() !== 'identity') {
    throw Problem.of('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
  if (isOtherVersion(headers['content-type'] ?? '')) {
    throw Problem.of('unsupported_media_type', `Send the body as application/json or ${vendorMediaType}.`);
  }
}
