// Webhook receiver process with minimal work, so that sending is what is measured: reads a request and responds 200.
// Opens as many responding ports as its argument says, and one that never responds. Communicates over IPC.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { monotonicMs } from './monotonic-clock.ts';

export interface ReceiverPorts {
  readonly ports: readonly number[];
  readonly hangingPort: number;
}

/**
 * Counts from its `ready` message and reports once `expect` requests have arrived. `withIds`: reports the arrival time
 * of each id, not only of the last.
 */
export interface ReceiverOrder {
  readonly expect: number;
  readonly withIds: boolean;
}

export interface Arrivals {
  readonly lastMs: number;
  readonly arrivals: readonly (readonly [id: string, atMs: number])[];
}

const headEnd = Buffer.from('\r\n\r\n');
const response = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok');

let order: ReceiverOrder = { expect: 0, withIds: false };
let missing = 0;
let arrivals: [string, number][] = [];

function arrived(head: string): void {
  missing -= 1;
  if (order.withIds) arrivals.push([/\r\nwebhook-id: (\S+)/i.exec(head)?.[1] ?? '', monotonicMs()]);
  if (missing === 0) process.send?.({ lastMs: monotonicMs(), arrivals } satisfies Arrivals);
}

function receive(socket: Socket): void {
  let rest: Buffer | null = null;
  let head = '';
  let missingBytes = -1;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    if (missingBytes < 0) {
      const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.indexOf(headEnd);
      if (end < 0) {
        rest = bytes;
        return;
      }
      rest = null;
      head = bytes.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missingBytes = end + headEnd.length + length - bytes.length;
    } else missingBytes -= chunk.length;
    if (missingBytes > 0) return;
    missingBytes = -1;
    arrived(head);
    socket.write(response);
  });
}

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

process.on('message', (next: ReceiverOrder) => {
  order = next;
  missing = next.expect;
  arrivals = [];
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));

const count = Number(process.argv[2] ?? 1);
const ports = await Promise.all(Array.from({ length: count }, () => listen(receive)));
const hangingPort = await listen((socket) => socket.on('error', () => socket.destroy()).resume());
process.send?.({ ports, hangingPort } satisfies ReceiverPorts);
