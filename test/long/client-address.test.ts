// Which address counts as the client's: X-Forwarded-For is believed only from trusted proxies. The limit per address
// shows which address a request counted for.
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startHaproxy } from '../support/haproxy.ts';

const limit = 5;
let test: TestApp | undefined;
afterEach(() => test?.close());

/** Statuses of requests without a token, each with its own forged X-Forwarded-For header before that of the proxy. */
async function statuses(url: string, forwarded: (turn: number) => string, proxy?: string): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < limit + 1; turn++) {
    const headers = { 'x-forwarded-for': [forwarded(turn), ...(proxy ? [proxy] : [])].join(', ') };
    const { status } = await fetch(`${url}/account`, { headers });
    found.push(status);
  }
  return found;
}

const start = async (TRUST_PROXY: string) => {
  test = await startTestApp({ variables: { TRUST_PROXY, ADDRESS_LIMIT_REQUESTS: String(limit) } });
  return test.baseUrl;
};
const refusedAtLast = [...Array<number>(limit).fill(401), 429];
const neverRefused = Array<number>(limit + 1).fill(401);
const clientOf = (turn: number) => `198.51.100.${turn}`;

describe('the address of a client', () => {
  it('is that of its connection without TRUST_PROXY, whatever it forwards', async () => {
    expect(await statuses(await start('none'), clientOf)).toEqual(refusedAtLast);
  });

  it('is the one that the proxy reports with TRUST_PROXY=1, so that a forged address before it does not count', async () => {
    const url = await start('1');
    expect(await statuses(url, clientOf, '203.0.113.7')).toEqual(refusedAtLast);
    expect(await statuses(url, () => '192.0.2.1', '203.0.113.8')).toEqual(refusedAtLast);
  });

  it('differs with what the proxy reports', async () => {
    expect(await statuses(await start('1'), clientOf)).toEqual(neverRefused);
  });

  it('is the one before the listed networks', async () => {
    const url = await start('loopback, 10.0.0.0/8');
    expect(await statuses(url, clientOf, '203.0.113.7, 10.1.2.3')).toEqual(refusedAtLast);
  });

  it('cannot be forged through HAProxy with deploy/haproxy.cfg and the TRUST_PROXY of deploy/compose.yaml', async () => {
    const url = await start('1');
    const { host } = new URL(url);
    const balancer = await startHaproxy([host, host]);
    try {
      expect(await statuses(balancer.url, clientOf)).toEqual(refusedAtLast);
    } finally {
      await balancer.stop();
    }
  });
});
