import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { signWebhook } from './webhook-signature.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);
const whsec = (secret: Buffer) => `whsec_${secret.toString('base64')}`;
const receivers = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const;

function message(
  secrets: readonly Buffer[],
  body = JSON.stringify({ type: 'booking.created', note: 'Zoë ☕ 🚚' }),
) {
  const id = randomUUID();
  const timestampSeconds = nowSeconds();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id, timestampSeconds, body, secrets }),
  };
  return { body, headers };
}

describe('signWebhook', () => {
  it('matches the published example', () => {
    const value = signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
      secrets: [Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')],
    });
    expect(value).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('gives text and its bytes the same signature', () => {
    const secrets = [randomBytes(32)];
    const content = { id: 'a', timestampSeconds: 1, secrets };
    const body = '{"note":"Zoë ☕"}';
    expect(signWebhook({ ...content, body })).toBe(signWebhook({ ...content, body: Buffer.from(body) }));
  });

  describe.each(receivers)('for a receiver with the library %s', (_name, Receiver) => {
    it('is accepted', () => {
      const secret = randomBytes(32);
      const { body, headers } = message([secret]);
      expect(new Receiver(whsec(secret)).verify(body, headers)).toEqual(JSON.parse(body));
    });

    it('is accepted with the old and with the new secret while both are valid', () => {
      const [newest, older] = [randomBytes(32), randomBytes(32)];
      const { body, headers } = message([newest, older]);
      for (const secret of [newest, older])
        expect(new Receiver(whsec(secret)).verify(body, headers)).toEqual(JSON.parse(body));
    });

    it('is refused with another secret, another body, another id or another time', () => {
      const secret = randomBytes(32);
      const { body, headers } = message([secret]);
      const receiver = new Receiver(whsec(secret));
      expect(() => new Receiver(whsec(randomBytes(32))).verify(body, headers)).toThrow(
        /No matching signature/,
      );
      expect(() => receiver.verify(`${body} `, headers)).toThrow(/No matching signature/);
      expect(() => receiver.verify(body, { ...headers, 'webhook-id': randomUUID() })).toThrow(/No matching/);
      const later = String(nowSeconds() + 1);
      expect(() => receiver.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow(/No matching/);
    });
  });

  it('puts the newest secret first', () => {
    const [newest, older] = [randomBytes(32), randomBytes(32)];
    const content = { id: 'a', timestampSeconds: 1, body: '{}' };
    expect(signWebhook({ ...content, secrets: [newest, older] })).toBe(
      `${signWebhook({ ...content, secrets: [newest] })} ${signWebhook({ ...content, secrets: [older] })}`,
    );
  });

  it('refuses to sign without a secret, or with an id that contains a dot', () => {
    const content = { id: 'a', timestampSeconds: 1, body: '{}' };
    expect(() => signWebhook({ ...content, secrets: [] })).toThrow(RangeError);
    expect(() => signWebhook({ ...content, id: 'a.1', secrets: [randomBytes(32)] })).toThrow(RangeError);
  });
});
