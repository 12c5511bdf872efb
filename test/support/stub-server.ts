// HTTP stub server on the loopback interface: responds as the test configures and records requests.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StubServer {
  readonly url: string;
  readonly seen: RecordedRequest[];
  /** Response from now on: a status (default 200) with a body (text as is, everything else as JSON), or a handler. */
  setResponse(next: StubResponse): void;
  close(): Promise<void>;
}

export type StubResponse =
  | { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | ((request: RecordedRequest, response: ServerResponse) => void | Promise<void>);

export async function startStubServer(first: StubResponse = { status: 404, body: {} }): Promise<StubServer> {
  const seen: RecordedRequest[] = [];
  let current = first;
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    seen.push(request);
    if (typeof current === 'function') return current(request, response);
    response.writeHead(current.status ?? 200, { 'content-type': 'application/json', ...current.headers });
    response.end(typeof current.body === 'string' ? current.body : JSON.stringify(current.body));
  };
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    setResponse: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
