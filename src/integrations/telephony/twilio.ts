// Twilio voice calls: verifies the signature of requests, and builds TwiML responses. Written from the documentation
// (https://www.twilio.com/docs/usage/security, …/docs/voice/twiml) and tested against its examples; not tested against
// the live service.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type FormFields = Readonly<Record<string, string>>;

export interface SignedRequest {
  /** The URL as Twilio calls it, including the query. */
  readonly url: string;
  readonly fields: FormFields;
  /** X-Twilio-Signature. */
  readonly signature: string | undefined;
}

/**
 * HMAC-SHA1 with the auth token over the URL followed by every field name and value, sorted by name, without
 * separators.
 */
export function twilioSignature(
  authToken: string,
  { url, fields }: Omit<SignedRequest, 'signature'>,
): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((signed, name) => `${signed}${name}${fields[name]}`, url);
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}

export function isFromTwilio(authToken: string, request: SignedRequest): boolean {
  const [given, expected] = [request.signature ?? '', twilioSignature(authToken, request)].map((text) =>
    Buffer.from(text),
  );
  return (
    given !== undefined &&
    expected !== undefined &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}

export interface Connection {
  readonly number: string;
  /** Number shown to the called party, so that neither side learns the other's number. */
  readonly callerId: string;
}

const ringSeconds = 30;

export function connectCall({ number, callerId }: Connection): string {
  return document(
    `<Dial callerId="${escaped(callerId)}" timeout="${ringSeconds}" answerOnBridge="true">` +
      `<Number>${escaped(number)}</Number></Dial>`,
  );
}

export function refuseCall(message: string): string {
  return document(`<Say>${escaped(message)}</Say><Hangup/>`);
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
