// Access log: one log line and one metric observation per request. Logs the route pattern, not ids or query values, and
// the network of the client, not its address, unless configured otherwise.
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Histogram, type Registry } from 'prom-client';
import type { SecurityConfig } from '../../config/security-config.ts';
import { networkOf } from '../../lib/ip-network.ts';
import { routePatternOf } from './method-not-allowed.ts';
import type { HttpServer } from './server.ts';

export interface RequestLogOptions {
  readonly environment: string;
  readonly metrics: Registry;
  readonly loggedAddress: SecurityConfig['loggedAddress'];
}

export function logRequests(
  app: HttpServer,
  { environment, metrics, loggedAddress }: RequestLogOptions,
): void {
  const durations = requestDurations(metrics);
  // An aborted request has no response and therefore no line from `onResponse`.
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info(
      {
        method: request.method,
        route: routePatternOf(request) ?? 'unknown',
        ...clientOf(request, loggedAddress),
      },
      'request aborted by client',
    );
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routePatternOf(request) ?? 'unknown';
    const millis = reply.elapsedTime;
    durations.observe(
      { environment, method: request.method, route, status: reply.statusCode },
      millis / 1000,
    );
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(millis * 10) / 10,
        ...clientOf(request, loggedAddress),
        ...(request.principal && {
          accountId: request.principal.accountId,
          clientId: request.principal.clientId,
          ...(request.principal.portalMemberId && { portalMemberId: request.principal.portalMemberId }),
        }),
      },
      'request',
    );
    done();
  });
}

function clientOf(request: FastifyRequest, shown: SecurityConfig['loggedAddress']) {
  // A closed connection has no address any more.
  const ip: string | undefined = request.ip;
  if (ip === undefined) return {};
  switch (shown) {
    case 'none':
      return {};
    case 'network':
      return { network: cachedNetworkOf(ip) };
    case 'full':
      // Not `address`: the logger redacts that name.
      return { ip };
  }
}

/** Masking an IPv6 address takes 12 µs, 3% of a small request; clients send many requests from one address. */
const networks = new LRUCache<string, string>({ max: 1_000 });

function cachedNetworkOf(ip: string): string {
  const known = networks.get(ip);
  if (known !== undefined) return known;
  const network = networkOf(ip);
  networks.set(ip, network);
  return network;
}

const metricName = 'waybill_http_request_duration_seconds';

/** The environments of one process share one registry. */
function requestDurations(metrics: Registry): Histogram {
  const existing = metrics.getSingleMetric(metricName);
  if (existing) return existing as Histogram;
  return new Histogram({
    name: metricName,
    help: 'Time from the arrival of a request to the end of its response, in seconds',
    labelNames: ['environment', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
}
