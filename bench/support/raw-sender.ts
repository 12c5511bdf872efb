// Process that posts the same bodies to the same receivers as the webhook engine, with undici only: no signature, no
// log, no database. Receives its order over IPC, then the command to start.
import { Agent, request } from 'undici';

export interface RawOrder {
  readonly urls: readonly string[];
  readonly bodies: readonly string[];
  readonly concurrency: number;
}

const agent = new Agent();
let order: RawOrder = { urls: [], bodies: [], concurrency: 1 };

async function post(number: number): Promise<void> {
  const url = order.urls[number % order.urls.length] ?? '';
  const body = order.bodies[number % order.bodies.length] ?? '';
  const headers = { 'content-type': 'application/json', 'user-agent': 'raw', 'webhook-id': `raw-${number}` };
  const response = await request(url, { method: 'POST', headers, body, dispatcher: agent });
  await response.body.text();
}

async function send(forMs: number): Promise<void> {
  const startedAtMs = performance.now();
  let operations = 0;
  const work = async () => {
    while (performance.now() - startedAtMs < forMs) await post(operations++);
  };
  await Promise.all(Array.from({ length: order.concurrency }, work));
  process.send?.({ operations, elapsedMs: performance.now() - startedAtMs });
}

process.on('message', (message: RawOrder | { readonly forMs: number }) => {
  if ('urls' in message) order = message;
  else send(message.forMs).catch((error: unknown) => process.send?.({ error: String(error) }));
});
process.on('disconnect', () => process.exit(0));
