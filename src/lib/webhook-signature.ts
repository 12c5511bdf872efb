// Signatures of the Standard Webhooks specification, symmetric kind: what a receiver checks with its `whsec_…` secret.
import { createHmac } from 'node:crypto';

export interface SignedContent {
  /** The same on every try. */
  readonly id: string;
  /** When this try is made; receivers refuse what is minutes old. */
  readonly timestampSeconds: number;
  /** Exactly the bytes that are sent. */
  readonly body: string | Buffer;
  /** Raw keys, newest first. Each signs, so that a receiver may hold any of them while secrets change. */
  readonly secrets: readonly Buffer[];
}

/** The value of `webhook-signature`. */
export function signWebhook({ id, timestampSeconds, body, secrets }: SignedContent): string {
  if (secrets.length === 0) throw new RangeError('a webhook needs a secret to be signed with');
  // A dot in the id would let one message pass for another: the dots are what separates the signed parts.
  if (id.includes('.')) throw new RangeError(`a webhook id has no dots; it is "${id}"`);
  const head = `${id}.${timestampSeconds}.`;
  let value = '';
  for (const secret of secrets) {
    const signature = createHmac('sha256', secret).update(head).update(body).digest('base64');
    value += value === '' ? `v1,${signature}` : ` v1,${signature}`;
  }
  return value;
}
