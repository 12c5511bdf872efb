// Passes each partner request to the request log after its response. Runs for every request, so it neither copies nor
// parses: it asks the recorder what to log first, and passes bodies by reference.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../surfaces/principal.ts';
import { routePatternOf } from './method-not-allowed.ts';
import type { HttpServer } from './server.ts';

export type LoggedBody = Buffer | string;

export interface Call {
  readonly requestId: string;
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  /** Route pattern of the path; null if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** null if the token was refused. */
  readonly principal: Principal | null;
  readonly refusedToken: string | null;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly replayed: boolean;
  readonly requestBody: Buffer | null;
  readonly responseBody: LoggedBody | null;
}

export interface RequestRecorder {
  /** How much of such a request is logged. */
  logExtentOf(principal: Principal | null, method: string, status: number): 'none' | 'metadata' | 'bodies';
  take(call: Call): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Request body as received, for the request log. */
    receivedBody: Buffer | null;
    /** Response body as sent, for the request log. Only of writes and errors. */
    sentBody: LoggedBody | null;
    /** A token that was refused; it may have been revoked. */
    refusedToken: string | null;
  }
}

export function recordRequests(app: HttpServer, recorder: RequestRecorder): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { principal } = request;
    const isExcluded = request.routeOptions.config.isNotLogged === true && reply.statusCode < 400;
    // Partner operations of a portal session are no requests of the partner's own systems.
    if (isExcluded || request.visitor) return done();
    if (principal !== null || request.refusedToken !== null) {
      const extent = recorder.logExtentOf(principal, request.method, reply.statusCode);
      if (extent !== 'none') recorder.take(callOf(request, reply, extent === 'bodies'));
    }
    done();
  });
}

function callOf(request: FastifyRequest, reply: FastifyReply, withBodies: boolean): Call {
  return {
    requestId: request.id,
    method: request.method,
    url: request.url,
    route: routePatternOf(request) ?? null,
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
