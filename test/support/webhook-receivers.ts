// Webhook receivers with different behaviors: one server, one path per receiver.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from './scale.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Monotonic time. */
  readonly at: number;
}

/** Behavior of a receiver; `count` is the number of requests so far, including this one. */
export type ReceiverBehavior = (
  response: ServerResponse,
  count: number,
  request: IncomingMessage,
) => void | Promise<void>;

const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end('thanks');
  };

export const manners = {
  ok: respondWith(200),
  error: respondWith(500),
  notFound: respondWith(404),
  gone: respondWith(410),
  redirect: respondWith(301, { location: '/elsewhere' }),
  /** Reads the request and never responds. */
  hang: () => {},
  /** Sends one byte per second while the connection is open. */
  drip: async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    while (!response.destroyed) {
      response.write('.');
      await delay(1_000, null, { ref: false });
    }
  },
  reset: (response: ServerResponse) => {
    response.socket?.resetAndDestroy();
  },
  /** Sends a response of 50 MB. */
  flood: (response: ServerResponse) => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let left = 50 * 16;
    response.writeHead(200, { 'content-type': 'text/plain' });
    const pour = () => {
      while (left-- > 0) if (!response.write(piece)) return void response.once('drain', pour);
      response.end();
    };
    response.on('error', () => {});
    pour();
  },
} satisfies Record<string, ReceiverBehavior>;

export const respondBusy = (seconds: number) => respondWith(429, { 'retry-after': String(seconds) });
/** Fails every other request. */
export const flapping: ReceiverBehavior = (response, count) =>
  manners[count % 2 === 1 ? 'error' : 'ok'](response);
export const respondAfter =
  (millis: number): ReceiverBehavior =>
  async (response) => {
    await delay(millis);
    manners.ok(response);
  };
/** Delays all responses until letGo() is called. */
export function blockedReceiver(then: (response: ServerResponse) => void = manners.ok): {
  readonly manners: ReceiverBehavior;
  letGo(): void;
} {
  const { promise, wake } = nextArrival(new Set());
  return {
    letGo: wake,
    manners: async (response) => {
      await promise;
      then(response);
    },
  };
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Event ids in order of arrival. */
  readonly ids: () => string[];
  behave(how: ReceiverBehavior): void;
  /** Resolves when at least `count` requests have arrived. */
  until(count: number, timeoutMillis?: number): Promise<void>;
}

export interface Receivers {
  receiver(name: string, how?: ReceiverBehavior): Receiver;
  /** URL without a listener. */
  readonly deadUrl: string;
  close(): Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const all = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const serve = all.get(request.url ?? '');
    if (serve) serve(request, response);
    else response.writeHead(404).end();
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  const base = await listen(server);
  const unused = createServer();
  const deadUrl = `${await listen(unused)}/`;
  await new Promise((resolve) => unused.close(resolve));
  return {
    deadUrl,
    receiver: (name, how = manners.ok) => {
      const { serve, ...receiver } = makeReceiver(`${base}/${name}`, how);
      all.set(`/${name}`, serve);
      return receiver;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function makeReceiver(url: string, first: ReceiverBehavior) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let how = first;
  return {
    url,
    received,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    behave: (next: ReceiverBehavior) => {
      how = next;
    },
    until: async (count: number, timeoutMillis = PATIENCE_MS) => {
      const deadline = performance.now() + timeoutMillis;
      while (received.length < count) {
        const left = deadline - performance.now();
        if (left <= 0)
          throw new Error(`${url} got ${received.length} of ${count} within ${timeoutMillis} ms`);
        const { promise, wake } = nextArrival(waiting);
        const timer = setTimeout(wake, left);
        await promise;
        clearTimeout(timer);
        waiting.delete(wake);
      }
    },
    serve: (request: IncomingMessage, response: ServerResponse) => {
      const at = performance.now();
      const chunks: Buffer[] = [];
      request.on('error', () => {}).on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), at });
        for (const wake of waiting) wake();
        void Promise.resolve(how(response, received.length, request)).catch(() => response.destroy());
      });
    },
  };
}

function nextArrival(waiting: Set<() => void>): { promise: Promise<void>; wake: () => void } {
  let wake = () => {};
  const promise = new Promise<void>((resolve) => {
    wake = resolve;
  });
  waiting.add(wake);
  return { promise, wake };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
