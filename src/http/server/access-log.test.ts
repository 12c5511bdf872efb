import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { logRequests } from './access-log.ts';
import type { HttpServer } from './server.ts';

it('logs a request whose connection has closed, and therefore has no address', async () => {
  const lines: string[] = [];
  const app: HttpServer = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } });
  logRequests(app, { environment: 'sandbox', metrics: new Registry(), loggedAddress: 'network' });
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'ip', { value: undefined });
  });
  app.get('/', async () => 'done');
  expect((await app.inject('/')).statusCode).toBe(200);
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('TypeError'))).toEqual([]);
});
