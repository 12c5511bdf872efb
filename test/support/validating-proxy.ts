// Prism, an independent validator, between clients and a server: every response is compared with the OpenAPI document
// that the server publishes. Used by `npm run validate-responses`, which sets VALIDATED_RESPONSES to a file; one line is
// appended to it per response. Without the variable, clients reach the server directly.
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { freePort } from './free-port.ts';
import { startPrism } from './prism.ts';

export interface Violation {
  /** Begins with `request` or `response`. */
  readonly location: readonly string[];
  readonly message: string;
}

export interface ValidatedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** null: not validated. The request went to the server directly, because Prism cannot pass it on unchanged. */
  readonly violations: readonly Violation[] | null;
}

export interface ValidatingProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function startValidatingProxy(target: string): Promise<ValidatingProxy> {
  const file = process.env['VALIDATED_RESPONSES'];
  if (!file) return { url: target, stop: async () => {} };
  const document = await (await fetch(`${target}/openapi.json`)).text();
  const [port, prismPort] = [await freePort(), await freePort()];
  const prism = await startPrism(['proxy', target, '--validate-request=false'], document, prismPort);
  const route = { target, prism: `http://127.0.0.1:${prismPort}`, described: pathsOf(document), file };
  const server = createServer((incoming, response) => {
    handle(incoming, response, route).catch((error: unknown) => {
      console.error('the validating proxy failed:', incoming.method, incoming.url, error);
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (prism.exitCode !== null) throw new Error(`Prism exited with ${prism.exitCode}`);
      prism.kill('SIGKILL');
      await once(prism, 'exit');
    },
  };
}

interface Route {
  readonly target: string;
  readonly prism: string;
  /** Paths of the OpenAPI document. */
  readonly described: RegExp;
  readonly file: string;
}

function pathsOf(document: string): RegExp {
  const { paths } = JSON.parse(document) as { paths: Record<string, unknown> };
  const patterns = Object.keys(paths).map((path) =>
    path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  { target, prism, described, file }: Route,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const [path = url] = url.split('?');
  const isValidated = described.test(path) && isReadable(headers, body);
  const answer = await send(isValidated ? prism : target, { method, url, headers, body });
  const { 'sl-violations': found = '[]', ...passed } = answer.headers;
  const status = answer.statusCode ?? 0;
  const violations = isValidated ? (JSON.parse(String(found)) as Violation[]) : null;
  appendFileSync(
    file,
    `${JSON.stringify({ method, path, status, violations } satisfies ValidatedResponse)}\n`,
  );
  response.writeHead(status, passed);
  await pipeline(answer, response);
}

/** Prism refuses malformed JSON itself, before the server sees it. */
function isReadable(headers: IncomingMessage['headers'], body: Buffer): boolean {
  if (body.length === 0 || !/\bjson\b/.test(headers['content-type'] ?? '')) return true;
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function send(base: string, { method, url, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(base + url, { method, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
}
