// Opens all ports of `serve` before anything else is started, so that a busy port is reported at once, and so that load
// balancers and callers get 503 instead of a refused connection while the server starts.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config, EnvironmentConfig } from '../config.ts';
import { HttpListener } from '../http/server/http-listener.ts';
import { createMetricsServer } from '../http/server/metrics-server.ts';
import { respondWhileStarting } from '../http/server/starting-response.ts';
import { listenWithAdvice } from './bind-port.ts';
import { settleAll } from './settle-all.ts';

export interface Listeners {
  /** Of each environment; empty for a process that serves no HTTP. */
  readonly environments: ReadonlyMap<EnvironmentName, HttpListener>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** All ports that are not available are reported together. */
export async function openListeners(
  config: Config,
  { servesHttp, metrics }: { servesHttp: boolean; metrics: Registry },
): Promise<Listeners> {
  const listeners = servesHttp
    ? config.environments.map((environment) => [environment, listenerOf(environment)] as const)
    : [];
  const metricsServer = config.metricsPort === null ? null : createMetricsServer(metrics);
  const close = async () => {
    metricsServer?.close();
    await Promise.all(listeners.map(([, listener]) => listener.close()));
  };
  try {
    await settleAll([
      ...listeners.map(([environment, listener]) => listen(config, environment, listener)),
      ...(metricsServer ? [listenForMetrics(config, metricsServer)] : []),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  return { environments: new Map(listeners.map(([{ name }, listener]) => [name, listener])), close };
}

function listenerOf({ publicUrl }: EnvironmentConfig): HttpListener {
  return new HttpListener(respondWhileStarting(publicUrl));
}

function listen({ host }: Config, { name, port }: EnvironmentConfig, listener: HttpListener): Promise<void> {
  const variable = name === 'sandbox' ? 'SANDBOX_PORT' : 'PORT';
  return listenWithAdvice(() => listener.listen(port, host), { host, port, variable });
}

function listenForMetrics({ metricsHost, metricsPort }: Config, server: Server): Promise<void> {
  const target = { host: metricsHost, port: metricsPort ?? 0, variable: 'METRICS_PORT' } as const;
  return listenWithAdvice(async () => {
    server.listen(target.port, target.host);
    await once(server, 'listening');
  }, target);
}
