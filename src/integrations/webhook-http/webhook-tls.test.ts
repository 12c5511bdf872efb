import { afterEach, describe, expect, it } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../../test/support/certificates.ts';
import { type NameServer, startNameServer } from '../../../test/support/dns-server.ts';
import {
  type Answering,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import type { SendResult, WebhookSender } from './webhook-sender.ts';

const authority = makeCertificate({ hosts: ['Test Authority'], isAuthority: true });
const issued = (hosts: readonly string[], validity: { validFrom?: Date; validTo?: Date } = {}) =>
  makeCertificate({ hosts, issuer: authority, ...validity });
const config = { allowPrivate: ['127.0.0.0/8'], privateAnswersShown: true, timeoutSeconds: 15 };

describe('a receiver with TLS', () => {
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
    tls?: MadeCertificate,
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

  it('gets webhooks, over one connection', async () => {
    const first = await sendTo('hooks.example', issued(['hooks.example']));
    expect(first).toMatchObject({ outcome: 'ok', remoteAddress: '127.0.0.1' });
    expect((await again('hooks.example')).outcome).toBe('ok');
    expect(receiver?.connections()).toBe(1);
  });

  it('may be an address', async () => {
    expect((await sendTo('127.0.0.1', issued(['127.0.0.1']))).outcome).toBe('ok');
  });

  it('is sent to again at once when it had just closed the idle connection', async () => {
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

  it('whose certificate expired is told when', async () => {
    const validFrom = new Date('2024-01-01T00:00:00Z');
    const tls = issued(['hooks.example'], { validFrom, validTo: new Date('2025-02-03T04:05:06Z') });
    expect(await sendTo('hooks.example', tls)).toMatchObject({
      outcome: 'tls',
      error: 'The certificate expired on 2025-02-03.',
      response: null,
    });
    expect(receiver?.received).toEqual([]);
  });

  it('whose certificate is not valid yet is told from when it is', async () => {
    const tls = issued(['hooks.example'], {
      validFrom: new Date('2096-01-02T00:00:00Z'),
      validTo: new Date('2097-01-01T00:00:00Z'),
    });
    expect(await sendTo('hooks.example', tls)).toMatchObject({
      outcome: 'tls',
      error: 'The certificate is not valid before 2096-01-02.',
    });
  });

  it('with the certificate of somebody else is told whose it is', async () => {
    const result = await sendTo('hooks.example', issued(['other.example', '*.third.example']));
    expect(result).toMatchObject({
      outcome: 'tls',
      error: 'The certificate is not for hooks.example, but for other.example, *.third.example.',
    });
    // A resumed TLS session skips the check of the name, so no session of a refused connection may be kept.
    expect((await again('hooks.example')).outcome).toBe('tls');
    expect(receiver?.received).toEqual([]);
  });

  it('with a self-signed certificate, or one of an unknown authority, gets nothing', async () => {
    expect(await sendTo('hooks.example', makeCertificate({ hosts: ['hooks.example'] }))).toMatchObject({
      outcome: 'tls',
      error: 'The certificate is self-signed. Use one of a public authority.',
    });
    await sender?.close();
    await receiver?.close();
    await nameServer?.close();
    const unknown = makeCertificate({ hosts: ['Other Authority'], isAuthority: true });
    const tls = makeCertificate({ hosts: ['hooks.example'], issuer: unknown });
    const result = await sendTo('hooks.example', tls);
    expect(result.outcome).toBe('tls');
    expect(result.error).toMatch(/^The certificate cannot be verified/);
    expect(receiver?.received).toEqual([]);
  });

  it('is refused whatever the environment says about certificates', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const { outcome } = await sendTo('hooks.example', makeCertificate({ hosts: ['hooks.example'] }));
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    expect(outcome).toBe('tls');
  });

  it('that speaks plain HTTP is told so', async () => {
    expect(await sendTo('hooks.example')).toMatchObject({
      outcome: 'tls',
      error: 'The server does not speak TLS at this port, or no version of it that is still safe.',
    });
  });

  it('that is written with http is not understood', async () => {
    const result = await sendTo('hooks.example', issued(['hooks.example']), { scheme: 'http' });
    expect(result.outcome).toBe('reset');
  });
});
