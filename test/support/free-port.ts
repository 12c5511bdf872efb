// Free port of 127.0.0.1 that stays free until the process that uses it listens, which may take seconds. Ports chosen
// by the system could be assigned to others meanwhile: these are below the ephemeral range, and each test process uses
// its own block.
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST_PORT = 15_000;
const BLOCK_SIZE = 100;
const BLOCKS = 170;

const first = FIRST_PORT + (process.pid % BLOCKS) * BLOCK_SIZE;
let used = 0;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < BLOCK_SIZE; tries += 1) {
    // Sequential: a port is reused only after the whole block.
    const port = first + (used++ % BLOCK_SIZE);
    if (await canListen(port)) return port;
  }
  throw new Error(`no port from ${first} on is free`);
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
