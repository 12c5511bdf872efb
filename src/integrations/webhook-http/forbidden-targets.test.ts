import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '../../../test/support/dns-server.ts';
import {
  everyAddress,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import { createEgressGuard } from './egress-guard.ts';
import type { WebhookSender } from './webhook-sender.ts';

const words = (text: string) => text.trim().split(/\s+/);

// Hosts that lead to this machine, where a receiver listens and counts connections.
const ownMachine = words(`
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7F.1 0x7f.0.0.1 0177.0.0.1 0177.1 017700000001
  00000177.0.0.0x1 127.0.0.1. 127.0x0.0.01 %31%32%37.0.0.1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1
  127｡0｡0｡1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 0x7f。1 localhost LOCALHOST localhost. app.localhost ｌｏｃａｌｈｏｓｔ ⓛocalhost 0 0.0.0.0 0x0
  00 [::] [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::FFFF:7f00:1] [::127.0.0.1]
  [::ffff:0:0] [0:0:0:0:0:ffff:7f00:0001] rebound.example mixed.example mixed6.example six.example
`);

// Other hosts that partners must not reach.
const elsewhere = words(`
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 [::ffff:169.254.169.254]
  [64:ff9b::169.254.169.254] [64:ff9b::7f00:1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1]
  [2001:0:7f00:1::] [fd00:ec2::254] [fc00::1] [fd12:3456:789a::1] [fe80::1] [fec0::1] [ff02::1] 10.0.0.1
  10.1 012.0.0.1 172.16.0.1 192.168.1.1 3232235777 100.64.0.1 100.100.100.200 192.0.2.1 198.18.0.1
  224.0.0.1 255.255.255.255 metadata.example nat64.example private.example
`);

// Not valid as a target URL.
const notUrls = [
  'https://[fe80::1%25lo]/',
  'https://[fe80::1%lo]/',
  'https://127.0.0.256/',
  'https://1.2.3.4.5/',
  'https:///',
  'https:example.com/',
  'https:/example.com/',
  'https:///example.com/',

  'https://example..com/',
  'https://.example.com/',
  `https://${'a'.repeat(64)}.com/`,
  `https://${'a.'.repeat(126)}com/`,

  'https://example.com@127.0.0.1/',
  'https://127.0.0.1:80@example.com/',
  'https://@example.com/',
  'https://:@example.com/',

  'https:\\\\example.com\\',
  'https://example.com\\@127.0.0.1/',
  'https://exam\tple.com/',
  ' https://example.com/',

  'https://example.com/\n',
  'https://example.com/#top',
  'https://example.com#',
  'https://example.com:0/',
  'ftp://example.com/',

  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_x',
  'javascript:alert(1)',
  'example.com/hook',
  '//example.com/',
  '',

  'https://example.com./',
  'https://exa mple.com/',
  'https://example.com:99999/',
  'unix:/var/run/docker.sock',
  'data:text/plain,x',
  'http://[::1',
  'https://[::1]x/',
] as const;

const names: Readonly<Record<string, readonly string[]>> = {
  'rebound.example': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'six.example': ['::1'],
  'metadata.example': ['169.254.169.254'],
  'nat64.example': ['64:ff9b::a9fe:a9fe'],
  'private.example': ['10.1.2.3'],
};
const noNetworks = { allowPrivate: [], showsPrivateResponses: false, timeoutSeconds: 15 };
const request = { headers: { 'content-type': 'application/json' }, body: '{}' };

describe('targets that webhooks must not reach', () => {
  let nameServer: NameServer;
  let receiver: WebhookReceiver;
  let sender: WebhookSender;
  const options = () => ({ nameServers: [nameServer.address] });

  beforeAll(async () => {
    nameServer = await startNameServer((name) => names[name] ?? 'unknown');
    // Dual-stack: every address of this machine, of both families.
    receiver = await startWebhookReceiver(undefined, { address: everyAddress() });
    sender = createWebhookSender(noNetworks, options());
  });
  afterAll(async () => {
    await sender.close();
    await receiver.close();
    await nameServer.close();
  });

  it('include at least 60 spellings', () => {
    expect(new Set([...ownMachine, ...elsewhere]).size).toBeGreaterThanOrEqual(60);
  });

  it.each([...ownMachine, ...elsewhere])('include %s, over http and https', async (host) => {
    const guard = createEgressGuard(noNetworks, options());
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${receiver.port}/hook`;
      expect(await guard.explainRefusal(url)).toMatch(/^(The|\S+ is not) .*\.$/);
      const result = await sender.send({ url, ...request });
      expect(result).toMatchObject({ outcome: 'blocked', response: null, remoteAddress: null });
      expect(result.error).toMatch(/not public|not a public IP address|end with a dot|must begin with https/);
    }
    guard.close();
    expect(receiver.connections()).toBe(0);
  });

  it.each(notUrls)('include the invalid URL %j', async (url) => {
    const guard = createEgressGuard({ allowPrivate: ['127.0.0.0/8', '::1/128'] }, options());
    expect(await guard.explainRefusal(url)).toMatch(/^The (URL|host of the URL) .*[.:]$/);
    expect(await sender.send({ url, ...request })).toMatchObject({ outcome: 'blocked', response: null });
    guard.close();
    expect(receiver.connections()).toBe(0);
  });

  it('include a URL that is too long', async () => {
    const guard = createEgressGuard(noNetworks, options());
    const url = (length: number) => 'https://soon.example/'.padEnd(length, 'x');
    expect(await guard.explainRefusal(url(2_048))).toBeNull();
    expect(await guard.explainRefusal(url(2_049))).toMatch(/2049 characters\. At most 2048/);
    guard.close();
  });

  it('do not include loopback addresses if the operator allows them', async () => {
    const open = { ...noNetworks, allowPrivate: ['127.0.0.0/8', '::1/128'] };
    const own = createWebhookSender(open, options());
    const reached = [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '①②⑦.⓪.⓪.①',
      'localhost',
      'rebound.example',
      ...(everyAddress() === '::' ? ['[::1]'] : []),
    ];
    for (const host of reached) {
      const url = `http://${host}:${receiver.port}/hook`;
      expect(await own.send({ url, ...request }), host).toMatchObject({ outcome: 'ok' });
    }
    await own.close();
    expect(receiver.connections()).toBeGreaterThan(0);
  });
});
