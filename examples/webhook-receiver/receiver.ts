// Webhook receiver: verifies each webhook, handles each event once, responds at once.
//   WAYBILL_WEBHOOK_SECRET=whsec_… npx tsx examples/webhook-receiver/receiver.ts
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type WaybillEvent, webhooks } from '@waybill/sdk';

const secret = process.env['WAYBILL_WEBHOOK_SECRET'] ?? '';
const handled = new Set<string>(); // In production: a table with a unique key.

function handle(event: WaybillEvent): void {
  if (event.type === 'booking.completed') console.log(`${event.data.booking.hid} is delivered`);
  else if (event.type === 'booking.cancelled') console.log(`${event.data.booking.hid} is cancelled`);
  else console.log(event.type);
}

async function receive(request: IncomingMessage): Promise<number> {
  const body = new Uint8Array(await buffer(request));
  const event = await webhooks.verify(body, request.headers, secret).catch(() => null);
  if (!event) return 401;
  if (!handled.has(event.id)) handle(event);
  handled.add(event.id);
  return 204;
}

const server = createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
});
server.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => console.log('Ready'));
