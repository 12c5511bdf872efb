// HTTP proxy on the loopback interface that alters responses, like an instance that differs from the contract.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedResponse {
  readonly method: string;
  readonly path: string;
  status: number;
  readonly headers: Record<string, string>;
  /** Parsed JSON; undefined if there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  body: any;
}

export interface AlteringProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function startAlteringProxy(
  target: string,
  alter: (response: ProxiedResponse) => void,
): Promise<AlteringProxy> {
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = incoming;
    const { status, headers, text } = await forward(target, incoming);
    const answer: ProxiedResponse = { method, path, status, headers, body: text && JSON.parse(text) };
    alter(answer);
    response.writeHead(answer.status, answer.headers);
    response.end(text && JSON.stringify(answer.body));
  };
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(target: string, incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = incoming.headers;
  const response = await fetch(`${target}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: rest as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    redirect: 'manual',
  });
  const headers = Object.fromEntries(response.headers);
  for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
    delete headers[name];
  return { status: response.status, headers, text: await response.text() };
}
