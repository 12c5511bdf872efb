// Webhook signatures (Standard Webhooks, symmetric): receivers verify them with their `whsec_…` secret.
import { createHmac } from 'node:crypto';

export interface SignedContent {
  /** Equal for all attempts of a delivery. */
  readonly id: string;
  /** Time of this attempt; receivers refuse old timestamps. */
  readonly timestampSeconds: number;
  /** Exactly the bytes that are sent. */
  readonly body: string | Buffer;
  /** Raw keys, newest first. Each key adds a signature, so that a receiver may have either one during rotation. */
  readonly secrets: readonly Buffer[];
}

/** The value of `webhook-signature`. */
export function signWebhook({ id, timestampSeconds, body, secrets }: SignedContent): string {
  if (secrets.length === 0) throw new RangeError('signing a webhook requires at least one secret');
  // Dots separate the signed parts: a dot in the id would make two different messages sign alike.
  if (id.includes('.')) throw new RangeError(`a webhook id must not contain dots: "${id}"`);
  const head = `${id}.${timestampSeconds}.`;
  let value = '';
  for (const secret of secrets) {
    const signature = createHmac('sha256', secret).update(head).update(body).digest('base64');
    value += value === '' ? `v1,${signature}` : ` v1,${signature}`;
  }
  return value;
}
