// A port of 127.0.0.1 that stays free until whoever was told of it listens, which may take a process seconds. One that the system
// chooses it may give to somebody else meanwhile: these lie below those, and no two processes at work have the same stretch of them.
import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const PER_STRETCH = 100;
const STRETCHES = 170;

const first = LOWEST + (process.pid % STRETCHES) * PER_STRETCH;
let given = 0;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PER_STRETCH; tries += 1) {
    // One after the other: a port comes round again long after it was given.
    const port = first + (given++ % PER_STRETCH);
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
