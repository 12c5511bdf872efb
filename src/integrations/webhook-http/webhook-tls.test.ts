import { afterEach, describe, expect, it } from 'vitest';
import { createTestCertificate, type TestCertificate } from '../../../test/support/certificates.ts';
import { type NameServer, startNameServer } from '../../../test/support/dns-server.ts';
import {
  type Answering,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import type { SendResult, WebhookSender } from './webhook-sender.ts';

const authority = createTestCertificate({ hosts: ['Test Authority'], isAuthority: true });
const issued = (hosts: readonly string[], validity: { validFrom?: Date; validTo?: Date } = {}) =>
  createTestCertificate({ hosts, issuer: authority, ...validity });
const config = { allowPrivate: ['127.0.0.0/8'], showsPrivateResponses: true, timeoutSeconds: 15 };

describe('receiver with TLS', () => {
  let nameServer: NameServer | undefined;
  let receiver: WebhookReceiver | undefined;
  let sender: WebhookSender | undefined;
  afterEach(async () => {
    await sender?.close();
    await receiver?.close();
    await nameServer?.close();
  });

  async function sendTo(
    host: string,
    tls?: TestCertificate,
    { scheme = 'https', answer }: { scheme?: string; answer?: Answering } = {},
  ): Promise<SendResult> {
    nameServer = await startNameServer(() => ['127.0.0.1']);
    receiver = await startWebhookReceiver(answer, tls && { tls });
    sender = createWebhookSender(config, { nameServers: [nameServer.address], authorities: authority.cert });
    return again(host, scheme);
  }
  async function again(host: string, scheme = 'https'): Promise<SendResult> {
    const url = `${scheme}://${host}:${receiver?.port}/hook`;
    return (await sender?.send({ url, headers: {}, body: '{}' })) as SendResult;
  }

  it('receives webhooks over one connection', async () => {
    const first = await sendTo('hooks.example', issued(['hooks.example']));
    expect(first).toMatchObject({ outcome: 'ok', remoteAddress: '127.0.0.1' });
    expect((await again('hooks.example')).outcome).toBe('ok');
    expect(receiver?.connections()).toBe(1);
  });

  it('may be an IP address', async () => {
    expect((await sendTo('127.0.0.1', issued(['127.0.0.1']))).outcome).toBe('ok');
  });

  it('gets an immediate retry if it had just closed the idle connection', async () => {
    await sendTo('hooks.example', issued(['hooks.example']), {
      answer: (_request, response, count) => {
        if (count === 2) response.socket?.destroy();
        else response.end();
      },
    });
    expect((await again('hooks.example')).outcome).toBe('ok');
    expect(receiver?.connections()).toBe(2);
    expect(receiver?.received).toHaveLength(3);
  });

  it('reports the date of an expired certificate', async () => {
    const validFrom = new Date('2024-01-01T00:00:00Z');
    const tls = issued(['hooks.example'], { validFrom, validTo: new Date('2025-02-03T04:05:06Z') });
    expect(await sendTo('hooks.example', tls)).toMatchObject({
      outcome: 'tls',
      error: 'The TLS certificate expired on 2025-02-03. Renew it.',
      response: null,
    });
    expect(receiver?.received).toEqual([]);
  });

  it('reports the start date of a certificate that is not valid yet', async () => {
    const tls = issued(['hooks.example'], {
      validFrom: new Date('2096-01-02T00:00:00Z'),
      validTo: new Date('2097-01-01T00:00:00Z'),
    });
    expect(await sendTo('hooks.example', tls)).toMatchObject({
      outcome: 'tls',
      error: 'The TLS certificate is not valid before 2096-01-02. Install one that is valid now.',
    });
  });

  it('reports the names of a certificate for another host', async () => {
    const result = await sendTo('hooks.example', issued(['other.example', '*.third.example']));
    expect(result).toMatchObject({
      outcome: 'tls',
      error:
        'The TLS certificate is not valid for hooks.example; it is valid for other.example, *.third.example. Install a certificate for this host name.',
    });
    // A resumed TLS session skips the check of the name, so no session of a refused connection may be kept.
    expect((await again('hooks.example')).outcome).toBe('tls');
    expect(receiver?.received).toEqual([]);
  });

  it('refuses a self-signed certificate or an unknown authority', async () => {
    expect(await sendTo('hooks.example', createTestCertificate({ hosts: ['hooks.example'] }))).toMatchObject({
      outcome: 'tls',
      error: 'The TLS certificate is self-signed. Use a certificate of a public certificate authority.',
    });
    await sender?.close();
    await receiver?.close();
    await nameServer?.close();
    const unknown = createTestCertificate({ hosts: ['Other Authority'], isAuthority: true });
    const tls = createTestCertificate({ hosts: ['hooks.example'], issuer: unknown });
    const result = await sendTo('hooks.example', tls);
    expect(result.outcome).toBe('tls');
    expect(result.error).toMatch(/^The TLS certificate cannot be verified/);
    expect(receiver?.received).toEqual([]);
  });

  it('verifies certificates even if the environment disables it', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const { outcome } = await sendTo('hooks.example', createTestCertificate({ hosts: ['hooks.example'] }));
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    expect(outcome).toBe('tls');
  });

  it('reports a receiver with plain HTTP on an https URL', async () => {
    expect(await sendTo('hooks.example')).toMatchObject({
      outcome: 'tls',
      error:
        'The server does not support TLS on this port, or only an obsolete version. Enable TLS 1.2 or later.',
    });
  });

  it('fails for an http URL on a TLS port', async () => {
    const result = await sendTo('hooks.example', issued(['hooks.example']), { scheme: 'http' });
    expect(result.outcome).toBe('reset');
  });
});
