// Hands each call of a partner to whoever keeps a log of them, once it is answered. It is on the way of every call, so
// nothing is read, copied or parsed here: what is wanted of a call is asked first, and bodies are passed on as they lie.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';
import type { HttpServer } from './server.ts';

export type SentBody = Buffer | string;

export interface Call {
  readonly requestId: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** The pattern of the path; null where nothing is. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** null: its token was refused. */
  readonly principal: Principal | null;
  readonly refusedToken: string | null;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly replayed: boolean;
  readonly requestBody: Buffer | null;
  readonly responseBody: SentBody | null;
}

export interface CallRecorder {
  /** What it wants of a call like this one. */
  extentOf(principal: Principal | null, method: string, status: number): 'nothing' | 'facts' | 'bodies';
  take(call: Call): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for the log of calls. */
    receivedBody: Buffer | null;
    /** The body that was sent, where it may be of interest later: of writes and refusals. */
    sentBody: SentBody | null;
    /** A token that is nobody's any more. */
    refusedToken: string | null;
  }
}

export function recordCalls(app: HttpServer, recorder: CallRecorder): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { principal } = request;
    const isLeftOut = request.routeOptions.config.isNotRecorded === true && reply.statusCode < 400;
    if (isLeftOut) return done();
    if (principal !== null || request.refusedToken !== null) {
      const extent = recorder.extentOf(principal, request.method, reply.statusCode);
      if (extent !== 'nothing') recorder.take(callOf(request, reply, extent === 'bodies'));
    }
    done();
  });
}

function callOf(request: FastifyRequest, reply: FastifyReply, withBodies: boolean): Call {
  return {
    requestId: request.id,
    method: request.method,
    url: request.url,
    route: (!request.is404 && request.routeOptions.url) || null,
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    principal: request.principal,
    refusedToken: request.refusedToken,
    ip: request.ip,
    headers: request.headers,
    replayed: reply.hasHeader('idempotent-replayed'),
    requestBody: withBodies ? request.receivedBody : null,
    responseBody: withBodies ? request.sentBody : null,
  };
}
