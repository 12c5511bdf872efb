import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NameAnswer, type NameServer, startNameServer } from '../../../test/support/dns-server.ts';
import {
  everyAddress,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import { createEgressGuard, type EgressGuard } from './egress-guard.ts';

const publicAddress = '93.184.215.14';

describe('createEgressGuard', () => {
  let answers: Record<string, NameAnswer> = {};
  let nameServer: NameServer;
  let guard: EgressGuard;

  beforeAll(async () => {
    nameServer = await startNameServer((name) => answers[name] ?? 'unknown');
  });
  beforeEach(() => {
    guard = createEgressGuard({ allowPrivate: ['10.20.0.0/16'] }, { nameServers: [nameServer.address] });
  });
  afterAll(() => nameServer.close());

  it('accepts a public receiver with https, by name or address', async () => {
    answers = { 'hooks.example': [publicAddress, '2606:4700::1'], 'bücher.example': [publicAddress] };
    for (const url of [
      'https://hooks.example/waybill?team=7',
      'https://HOOKS.example:8443',
      'https://1.1.1.1/hook',
      'https://[2606:4700:4700::1111]/hook',
      'https://bücher.example/hook',
    ])
      expect(await guard.explainRefusal(url), url).toBeNull();
  });

  it('requires https for public receivers', async () => {
    answers = { 'hooks.example': [publicAddress] };
    for (const url of ['http://hooks.example/', 'http://1.1.1.1/', 'http://nowhere.example/'])
      expect(await guard.explainRefusal(url), url).toMatch(/must begin with https/);
  });

  it('asks for https first if the host name of an http URL cannot be resolved', async () => {
    answers = {};
    expect(await guard.explainRefusal('http://nowhere.example/')).toBe(
      'The URL must begin with https://. Plain http is only permitted for private networks that the operator allows, which cannot be verified now: The host name nowhere.example does not resolve. Check the URL and its DNS records.',
    );
  });

  it('accepts http and https for allowed private networks', async () => {
    answers = { 'inside.example': ['10.20.0.7'] };
    for (const url of ['http://inside.example/', 'https://inside.example/', 'http://10.20.0.7:8080/hook'])
      expect(await guard.explainRefusal(url), url).toBeNull();
  });

  it('accepts a host name that does not resolve yet, or whose name servers fail', async () => {
    answers = { 'broken.example': 'failure' };
    expect(await guard.explainRefusal('https://soon.example/hook')).toBeNull();
    expect(await guard.explainRefusal('https://broken.example/hook')).toBeNull();
  });

  it('does not disclose the address of an internal name', async () => {
    answers = { 'db.internal.example': ['10.1.2.3'] };
    const refusal = await guard.explainRefusal('https://db.internal.example/');
    expect(refusal).toContain('db.internal.example');
    expect(refusal).not.toContain('10.1.2.3');
  });

  it('queries a name once until its TTL expires, also for concurrent callers', async () => {
    answers = { 'busy.example': [publicAddress], 'missing.example': 'unknown' };
    const before = nameServer.questions.length;
    for (let round = 0; round < 2; round += 1)
      await Promise.all(
        ['busy', 'missing'].flatMap((name) =>
          Array.from({ length: 20 }, () => guard.explainRefusal(`https://${name}.example/`)),
        ),
      );
    // One query per address family.
    expect(nameServer.questions.slice(before).toSorted()).toEqual([
      'busy.example',
      'busy.example',
      'missing.example',
      'missing.example',
    ]);
  });
});

describe('host name that changes its address after registration (DNS rebinding)', () => {
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await startWebhookReceiver(undefined, { address: everyAddress() });
  });
  afterAll(() => receiver.close());

  it.each(['127.0.0.1', '::1', '169.254.169.254'])('cannot cause a connection to %s', async (address) => {
    let answer = [publicAddress];
    const nameServer = await startNameServer(() => answer);
    const options = { nameServers: [nameServer.address] };
    const config = { allowPrivate: [], showsPrivateResponses: false, timeoutSeconds: 15 };
    const url = `https://rebinding.example:${receiver.port}/hook`;
    const guard = createEgressGuard(config, options);
    expect(await guard.explainRefusal(url)).toBeNull();
    answer = [address];
    const sender = createWebhookSender(config, options);
    expect(await sender.send({ url, headers: {}, body: '{}' })).toMatchObject({
      outcome: 'blocked',
      error: expect.stringContaining('rebinding.example resolves to an IP address that is not public'),
    });
    expect(receiver.connections()).toBe(0);
    await sender.close();
    guard.close();
    await nameServer.close();
  });
});
