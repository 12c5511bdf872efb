// Webhook verification (Standard Webhooks): checks the signature, parses the event, and signs webhooks for tests.
import type { WaybillEvent } from './api.generated.ts';
import { WebhookVerificationError } from './waybill-error.ts';

/** Request headers, as a `Headers` object or a record. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Maximum difference between the webhook's timestamp and now; default: 300 seconds. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

export interface SignOptions {
  /** Default: the id of the event. */
  readonly id?: string;
  readonly now?: Date;
}

export interface SignedWebhook {
  readonly headers: Readonly<
    Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  >;
  readonly body: string;
}

const defaultToleranceSeconds = 300;

/**
 * Verifies a webhook and returns its event. Throws `WebhookVerificationError` if the signature does not match or the
 * timestamp is outside the tolerance. Pass the raw body, before any parsing. During a secret rotation, pass all valid
 * secrets.
 */
async function verify(
  body: string | Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyOptions = {},
): Promise<WaybillEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookVerificationError(
      `webhook-timestamp is ${timestamp}, more than ${toleranceSeconds} seconds from now: the message is old, or a clock is wrong.`,
    );
  }
  const signed = concatenated(`${id}.${timestamp}.`, body);
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    if (await isSignedWith(each, signatures, signed)) return parsedEvent(body);
  }
  throw new WebhookVerificationError(
    'No signature matches: the secret is wrong, or the body differs from the raw request body.',
  );
}

/** Signs an event like the service does, for tests of your receiver. */
async function sign(
  event: WaybillEvent | string,
  secret: string,
  { id, now = new Date() }: SignOptions = {},
): Promise<SignedWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const webhookId = id ?? (typeof event === 'string' ? parsedEvent(event).id : event.id);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = await keyOf(secret);
  const signature = await crypto.subtle.sign('HMAC', key, concatenated(`${webhookId}.${timestamp}.`, body));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
    body,
  };
}

/** Creates a signing secret in the format of endpoint secrets, for tests. */
function createSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

export const webhooks = { verify, sign, createSecret };

async function isSignedWith(
  secret: string,
  signatures: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await keyOf(secret);
  for (const part of signatures) {
    const [version, signature = ''] = part.split(',');
    const bytes = version === 'v1' ? fromBase64(signature) : null;
    // crypto.subtle.verify compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length)
    throw new WebhookVerificationError('The secret must have the form whsec_…; the portal shows it.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenated(head: string, body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [first, second] = [encoder.encode(head), typeof body === 'string' ? encoder.encode(body) : body];
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function parsedEvent(body: string | Uint8Array<ArrayBuffer>): WaybillEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WaybillEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The body is not valid JSON.', { cause });
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function valueIn(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? found[0] : found;
}
