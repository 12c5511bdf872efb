// Tests of webhook verification.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { WaybillEvent } from './api.generated.ts';
import { WebhookVerificationError } from './waybill-error.ts';
import { webhooks } from './webhooks.ts';

const secret = webhooks.createSecret();
const body = '{"id":"0197f0c4-8f6e-7c32-9d1a-5b6c7d8eb009","type":"booking.created","data":{"note":"é"}}';

async function refusal(promise: Promise<WaybillEvent>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error instanceof Error ? error.message : '';
}

describe('webhooks.verify', () => {
  it('accepts webhooks signed with the Standard Webhooks library, as text and bytes, with any header type', async () => {
    const [id, now] = ['0197f0c4-8f6e-7c32-9d1a-5b6c7d8eb009', new Date()];
    const headers = {
      'Webhook-Id': id,
      'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
      'Webhook-Signature': `v1a,AAAA v1,AAAA ${new Webhook(secret).sign(id, now, body)}`,
    };
    for (const each of [headers, new Headers(headers)])
      expect((await webhooks.verify(body, each, secret)).type).toBe('booking.created');
    const bytes = new TextEncoder().encode(body);
    expect((await webhooks.verify(bytes, headers, ['whsec_b2xk', secret])).id).toBe(id);
  });

  it('accepts webhooks signed with webhooks.sign, and so does the Standard Webhooks library', async () => {
    const signed = await webhooks.sign(body, secret);
    expect(await webhooks.verify(signed.body, signed.headers, secret)).toEqual(JSON.parse(body));
    expect(new Webhook(secret).verify(signed.body, signed.headers)).toEqual(JSON.parse(body));
  });

  it('rejects every other webhook with the reason', async () => {
    const { headers } = await webhooks.sign(body, secret);
    const other = webhooks.createSecret();
    expect(await refusal(webhooks.verify(`${body} `, headers, secret))).toContain('No signature matches');
    expect(await refusal(webhooks.verify(body, headers, other))).toContain('No signature matches');
    expect(await refusal(webhooks.verify(body, { ...headers, 'webhook-id': 'x' }, secret))).toContain(
      'matches',
    );
    const empty = { ...headers, 'webhook-signature': 'v1, v2,x v1' };
    expect(await refusal(webhooks.verify(body, empty, secret))).toContain('No signature matches');
    const { 'webhook-id': _id, ...partial } = headers;
    expect(await refusal(webhooks.verify(body, partial, secret))).toBe('The header webhook-id is missing.');
    expect(await refusal(webhooks.verify(body, headers, 'whsec_'))).toContain('whsec_…');
    // Signed at a full second: a fraction would shift the age.
    const signedAt = new Date(1_800_000_000_000);
    const { headers: then } = await webhooks.sign(body, secret, { now: signedAt });
    for (const seconds of [-301, 301]) {
      const now = new Date(signedAt.getTime() + seconds * 1000);
      expect(await refusal(webhooks.verify(body, then, secret, { now }))).toContain('seconds from now');
    }
    expect(await webhooks.verify(body, then, secret, { now: signedAt })).toEqual(JSON.parse(body));
    const invalidTimestamp = { ...headers, 'webhook-timestamp': 'now' };
    expect(await refusal(webhooks.verify(body, invalidTimestamp, secret))).toContain('seconds from now');
    const notJson = await webhooks.sign('hello', secret, { id: 'x' });
    expect(await refusal(webhooks.verify(notJson.body, notJson.headers, secret))).toBe(
      'The body is not valid JSON.',
    );
  });
});
