// A real HTTP server on the loopback interface that answers as it is told and remembers what it was asked.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string goes out as it is, anything else as JSON; 'never' keeps the caller waiting, 'stalled' stops midway. */
  readonly body: unknown;
}

export interface LoopbackServer {
  readonly url: string;
  readonly asked: URL[];
  readonly userAgents: string[];
  answer: LoopbackAnswer;
  close(): Promise<void>;
}

export async function startLoopbackServer(): Promise<LoopbackServer> {
  const asked: URL[] = [];
  const userAgents: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', loopback.url));
    userAgents.push(request.headers['user-agent'] ?? '');
    send(response, loopback.answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const loopback: LoopbackServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    userAgents,
    answer: { status: 404, body: {} },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return loopback;
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: LoopbackAnswer): void {
  if (body === 'never') return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (body === 'stalled') {
    response.write('{"result":');
    return;
  }
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
