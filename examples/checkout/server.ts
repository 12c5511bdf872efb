// Checkout server of a furniture shop: quotes the delivery, offers arrival windows, books the job and reports its
// progress. The credentials stay on the server; the page has none.
//   WAYBILL_BASE_URL=… WAYBILL_CLIENT_ID=… WAYBILL_CLIENT_SECRET=… npx tsx examples/checkout/server.ts
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { ApiError, type Booking, Waybill } from '@waybill/sdk';
import { type Order, pieces, Shop } from './shop.ts';

const shop = await Shop.open(
  new Waybill({
    baseUrl: process.env['WAYBILL_BASE_URL'] ?? 'http://127.0.0.1:3001',
    clientId: process.env['WAYBILL_CLIENT_ID'] ?? '',
    clientSecret: process.env['WAYBILL_CLIENT_SECRET'] ?? '',
  }),
);

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['checkout.html', 'text/html; charset=utf-8'],
  '/checkout.js': ['checkout.js', 'text/javascript; charset=utf-8'],
  '/checkout.css': ['checkout.css', 'text/css; charset=utf-8'],
};

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function handle(request: IncomingMessage): Promise<Reply> {
  const { method = '', url = '' } = request;
  if (method === 'GET' && url === '/api/pieces') return { status: 200, body: pieces };
  if (method === 'POST' && url === '/api/offers') {
    const { piece, address } = (await json(request)) as { piece: string; address: string };
    return { status: 200, body: await shop.offer(piece, address) };
  }
  if (method === 'POST' && url === '/api/orders') {
    const booked = await shop.book((await json(request)) as Order);
    if (booked === 'window_gone')
      return {
        status: 409,
        body: { message: 'This delivery time was just booked. Please choose another one.' },
      };
    return { status: 201, body: progress(booked) };
  }
  const id = /^\/api\/orders\/([0-9a-f-]{36})$/.exec(url)?.[1];
  if (method === 'GET' && id) return { status: 200, body: progress(await shop.booking(id)) };
  return { status: 404, body: { message: 'Not found.' } };
}

/** The fields that the shopper may see. */
function progress({ id, hid, state, crew, dispatch, route, share_url }: Booking) {
  const done = dispatch?.events.filter((event) => event.state === 'done').length ?? 0;
  return { id, code: hid, state, eta: crew?.eta ?? null, done, stops: route.length, trackingUrl: share_url };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = files[request.url ?? ''];
  if (file) {
    const text = await readFile(new URL(`./page/${file[0]}`, import.meta.url));
    response
      .writeHead(200, { 'content-type': file[1], 'content-security-policy': "default-src 'self'" })
      .end(text);
    return;
  }
  const { status, body } = await handle(request).catch(errorReply);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Errors that the shopper can fix are passed on as Waybill describes them; all others are logged. */
function errorReply(error: unknown): Reply {
  if (error instanceof ApiError && error.status < 500)
    return { status: 422, body: { message: error.message, param: error.param } };
  if (error instanceof RangeError) return { status: 422, body: { message: error.message } };
  console.error(error);
  return { status: 503, body: { message: 'The request failed. Please try again in a moment.' } };
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env['PORT'] ?? 4100), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`Open http://127.0.0.1:${address.port}`);
});
