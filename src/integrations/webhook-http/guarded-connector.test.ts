import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createEgressGuard } from './egress-guard.ts';
import { guardedConnector } from './guarded-connector.ts';

it('closes a connection to a forbidden address even if it passed every earlier check', async () => {
  const receiver = await startWebhookReceiver();
  const guard = createEgressGuard({ allowPrivate: [] });
  const fooled = { ...guard, resolveAllowed: async () => [{ address: '127.0.0.1', family: 4 as const }] };
  const connect = guardedConnector(fooled, {});
  const target = { hostname: 'fooled.example', protocol: 'https:', port: String(receiver.port) };
  const outcome = (protocol: string) =>
    new Promise<Error | Socket>((resolve) => {
      connect({ ...target, protocol }, (error, socket) => resolve(error ?? socket));
    });
  expect(await outcome('http:')).toMatchObject({
    code: 'REFUSED_TARGET',
    message:
      'The host name fooled.example resolves to an IP address that is not public. Webhook endpoints must have public IP addresses.',
  });
  await expect.poll(() => receiver.sockets.size).toBe(0);
  expect(receiver.connections()).toBe(1);
  expect(receiver.received).toEqual([]);
  guard.close();
  await receiver.close();
});
