// docs/guides/webhooks.md lists every event type, and its verification code works unchanged.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { catalogueTypes } from '../../src/features/webhooks/event-descriptions.ts';
import { signWebhook } from '../../src/lib/webhook-signature.ts';

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');

type Verify = (secret: string, headers: Record<string, string>, rawBody: string) => boolean;

async function loadGuideVerifier(): Promise<Verify> {
  const code = /```js node\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromWaybill: Verify;
  };
  return module.isFromWaybill;
}

describe('the webhooks guide', () => {
  it('lists every event type', () => {
    const listed = [...guide.matchAll(/^\| `([a-z_.]+\.[a-z_.]+)` \|/gm)].map(([, type]) => type);
    expect(listed.filter((type) => type !== 'data.booking' && !type?.startsWith('data.'))).toEqual([
      ...catalogueTypes,
    ]);
  });

  it('states the default retry schedule', () => {
    const { retrySeconds } = readConfig({}).webhooks;
    const words = retrySeconds.map((seconds) =>
      seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`,
    );
    const schedule = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
    expect(guide.replace(/\s+/g, ' ')).toContain(schedule);
  });

  it('has code that accepts signed webhooks and rejects all others', async () => {
    const verify = await loadGuideVerifier();
    const [old, key] = [randomBytes(32), randomBytes(32)];
    const [id, body] = ['0197f0c4-8f6e-7c32-9d1a-5b6c7d8eb009', '{"é":1}'];
    const sign = (timestampSeconds: number) => ({
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signWebhook({ id, timestampSeconds, body, secrets: [key, old] }),
    });
    const now = Math.floor(Date.now() / 1000);
    const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
    expect(verify(secretOf(key), sign(now), body)).toBe(true);
    expect(verify(secretOf(old), sign(now), body)).toBe(true);
    expect(verify(secretOf(randomBytes(32)), sign(now), body)).toBe(false);
    expect(verify(secretOf(key), sign(now), `${body} `)).toBe(false);
    expect(verify(secretOf(key), { ...sign(now), 'webhook-id': 'other' }, body)).toBe(false);
    expect(verify(secretOf(key), sign(now - 301), body)).toBe(false);
    expect(verify(secretOf(key), { ...sign(now), 'webhook-signature': 'v1,' }, body)).toBe(false);
  });
});
