// HTTP proxy in front of a real server that injects planned faults into requests.
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `refuse`: 503 without forwarding. `lose`: forwarded and processed, but the connection breaks before the response.
 * `garble`: processed, but the response is 503. `hang`: no response.
 */
export type Fault = 'refuse' | 'lose' | 'garble' | 'hang';

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly fault: Fault | null;
}

export interface FaultProxy {
  readonly url: string;
  readonly passed: readonly PassedRequest[];
  /** Faults for the next requests with this method and path, in order. */
  plan(method: string, path: string, faults: readonly Fault[]): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const plans = new Map<string, Fault[]>();
  const passed: PassedRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const body = await textOf(incoming);
    const fault = plans.get(`${method} ${path}`)?.shift() ?? null;
    passed.push({ method, path, headers, body, fault });
    if (fault === 'hang') return;
    if (fault === 'refuse') return sendUnavailable(response);
    const upstream = await forward(target, { method, path, headers, body });
    if (fault === 'lose') return void response.destroy();
    if (fault === 'garble') return sendUnavailable(response);
    response.writeHead(upstream.status, upstream.headers).end(upstream.body);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan: (method, path, faults) => void plans.set(`${method} ${path}`, [...faults]),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendUnavailable(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
}

async function forward(
  target: string,
  { method, path, headers, body }: Omit<PassedRequest, 'fault'>,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string | Buffer }> {
  const outgoing = ask(`${target}${path}`, { method, headers: { ...headers, host: new URL(target).host } });
  outgoing.end(body);
  const [upstream] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of upstream) chunks.push(chunk as Buffer);
  return { status: upstream.statusCode ?? 502, headers: upstream.headers, body: Buffer.concat(chunks) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
