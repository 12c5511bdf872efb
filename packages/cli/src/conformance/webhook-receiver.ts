// A local server that receives webhooks, and two endpoints of the instance that point to it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NotRun } from './check.ts';
import { textAt } from './exchange.ts';
import { expectStatus } from './expectations.ts';
import { fixture, type Run } from './run.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Receiver {
  /** Secret of the endpoint for all events; its path is `/all`. */
  readonly secret: string;
  /** The endpoint with this path subscribes to `booking.completed` only. */
  readonly filteredPath: string;
  readonly received: readonly ReceivedWebhook[];
  /** Resolves with the first webhook that matches; null after the time. */
  readonly waitFor: (
    matches: (webhook: ReceivedWebhook) => boolean,
    millis: number,
  ) => Promise<ReceivedWebhook | null>;
}

/** Fails with NotRun if the instance cannot reach this machine. */
export const receiver = fixture('a receiver of webhooks', async (run): Promise<Receiver> => {
  const { url, port } = placeOf(run);
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((message, response) => {
    readText(message)
      .then((text) => {
        received.push({ path: message.url ?? '', headers: message.headers, text });
        response.writeHead(204).end();
        for (const wake of waiting) wake();
      })
      .catch(() => response.destroy());
  });
  server.listen(port, port === 0 ? '127.0.0.1' : undefined);
  await once(server, 'listening');
  run.onEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  const base = url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const all = await register(run, `${base}/all`);
  await register(run, `${base}/completed`, ['booking.completed']);
  return {
    secret: textAt(all, 'secret'),
    filteredPath: '/completed',
    received,
    waitFor: async (matches, millis) => {
      let look = () => {};
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<ReceivedWebhook | null>((resolve) => {
          look = () => {
            const found = received.find(matches);
            if (found) resolve(found);
          };
          timer = setTimeout(() => resolve(null), millis);
          waiting.add(look);
          look();
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(look);
      }
    },
  };
});

function placeOf({ options }: Run): { url: string | null; port: number } {
  if (options.receiver) return { url: options.receiver.url.replace(/\/$/, ''), port: options.receiver.port };
  const { hostname } = new URL(options.credentials.baseUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return { url: null, port: 0 };
  throw new NotRun(
    'the instance is not on this machine: name a URL that it can reach with --receiver-url and --receiver-port',
  );
}

async function register(run: Run, url: string, events?: readonly string[]) {
  const description = `${run.name}: deleted at the end of the run`;
  const exchange = await run.post('/webhooks', { url, description, ...(events && { events }) });
  if (exchange.status === 400 && textAt(exchange, 'code') === 'url_not_allowed')
    throw new NotRun(`the instance does not send webhooks to ${url}: ${textAt(exchange, 'message')}`);
  expectStatus(exchange, 201);
  return exchange;
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
export function isSigned({ headers, text }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((part) => {
      const [version, signature = ''] = part.split(',');
      const given = Buffer.from(signature, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
