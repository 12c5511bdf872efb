// Prism, an independent validator, between clients and a server: every response is compared with the OpenAPI document
// that the server publishes. Used by `npm run validate-responses`, which sets VALIDATED_RESPONSES to a file; one line is
// appended to it per response. Without the variable, clients reach the server directly.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireExternalPackage } from './external-packages.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface ValidatedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** null: the path is not in the OpenAPI document, so that Prism does not forward it. */
  readonly violations: readonly { readonly location: readonly string[]; readonly message: string }[] | null;
}

export interface ValidatingProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `listenPort`: port of the clients; by default a free one. */
export async function startValidatingProxy(target: string, listenPort?: number): Promise<ValidatingProxy> {
  const file = process.env['VALIDATED_RESPONSES'];
  if (!file) return { url: target, stop: async () => {} };
  const prismPort = await freePort();
  const prism = await startPrism(target, prismPort);
  const server = createServer((incoming, response) => {
    handle(incoming, response, { target, prism: `http://127.0.0.1:${prismPort}`, file }).catch(() =>
      response.destroy(),
    );
  });
  const port = listenPort ?? (await freePort());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      prism.kill('SIGKILL');
      await once(prism, 'exit');
    },
  };
}

async function startPrism(target: string, port: number): Promise<ChildProcess> {
  const command = join(await requireExternalPackage('prism'), '@stoplight/prism-cli/dist/index.js');
  // Prism waits only five seconds for a document that it loads itself.
  const document = join(mkdtempSync(join(tmpdir(), 'waybill-prism-')), 'openapi.json');
  writeFileSync(document, await (await fetch(`${target}/openapi.json`)).text());
  const options = [
    '--port',
    String(port),
    '--validate-request=false',
    '--verboseLevel=error',
    '--cors=false',
  ];
  const child = spawn(process.execPath, [command, 'proxy', document, target, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
  await until(isReady, (ready) => ready);
  rmSync(dirname(document), { recursive: true });
  return child;
}

interface Route {
  readonly target: string;
  readonly prism: string;
  readonly file: string;
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  { target, prism, file }: Route,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const ask = (base: string) => send(base, { method, path, headers, body: Buffer.concat(chunks) });
  let answer = await ask(prism);
  let violations = violationsIn(answer.headers['sl-violations']);
  if (isUnknownRoute(answer)) {
    answer.resume();
    answer = await ask(target);
    violations = null;
  }
  const status = answer.statusCode ?? 0;
  const line: ValidatedResponse = { method, path: path.split('?')[0] ?? path, status, violations };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
  const { 'sl-violations': _own, ...passed } = answer.headers;
  response.writeHead(status, passed);
  await pipeline(answer, response);
}

/** Prism itself answers requests that the document does not describe. */
function isUnknownRoute({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== undefined && headers['content-type'] === 'application/problem+json';
}

function violationsIn(header: string | string[] | undefined): ValidatedResponse['violations'] {
  return header === undefined ? [] : JSON.parse(String(header));
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function send(base: string, { method, path, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(base + path, { method, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
}
