// Starts a load generator in its own process: `connections` connections, each sending the next request as soon as it
// has the response.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchEnvironment } from './bench-environment.ts';
import type { Throughput } from './measurements.ts';

export interface LoadOrder {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly expectedStatus: number;
  /** Complete HTTP requests; each connection picks at random. */
  readonly requests: readonly string[];
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Starts a bench program as a child process that ends with the environment. */
export function forkBenchProcess(
  { defer }: Pick<BenchEnvironment, 'defer'>,
  file: string,
  args: string[],
): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, args, { execArgv: ['--import', 'tsx'] });
  defer(async () => {
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
  });
  return child;
}

export function startLoad(
  environment: Pick<BenchEnvironment, 'defer'>,
  baseUrl: string,
  { connections, expectedStatus }: { readonly connections: number; readonly expectedStatus: number },
  requests: readonly LoadRequest[],
): (forMs: number) => Promise<Throughput> {
  const { hostname, port } = new URL(baseUrl);
  const child = forkBenchProcess(environment, './load-client.ts', []);
  const order: LoadOrder = {
    host: hostname,
    port: Number(port),
    connections,
    expectedStatus,
    requests: requests.map((request) => wireOf(hostname, request)),
  };
  child.send(order);
  return async (forMs) => {
    child.send({ forMs });
    const [result] = (await once(child, 'message')) as [Throughput | { readonly error: string }];
    if ('error' in result) throw new Error(result.error);
    return result;
  };
}

function wireOf(host: string, { method, path, headers = {}, body }: LoadRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host,
    ...headers,
    ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`;
}
