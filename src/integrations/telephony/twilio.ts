// Calls over Twilio: whether a request is theirs, and what to do with a call, in their words (TwiML). Written from their
// documentation (https://www.twilio.com/docs/usage/security, …/docs/voice/twiml) and tested against the shapes it shows; never run
// live here.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type FormFields = Readonly<Record<string, string>>;

export interface SignedRequest {
  /** As Twilio calls it, with its query. */
  readonly url: string;
  readonly fields: FormFields;
  /** X-Twilio-Signature. */
  readonly signature: string | undefined;
}

/** The URL, then every field by name with its value, without anything in between; HMAC-SHA1 under the account's token. */
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
  const [given, right] = [request.signature ?? '', twilioSignature(authToken, request)].map((text) =>
    Buffer.from(text),
  );
  return (
    given !== undefined &&
    right !== undefined &&
    given.length === right.length &&
    timingSafeEqual(given, right)
  );
}

export interface Connection {
  readonly number: string;
  /** What the one who is called sees: neither side learns the other's number. */
  readonly callerId: string;
}

const ringSeconds = 30;

export function connectCall({ number, callerId }: Connection): string {
  return document(
    `<Dial callerId="${escaped(callerId)}" timeout="${ringSeconds}" answerOnBridge="true">` +
      `<Number>${escaped(number)}</Number></Dial>`,
  );
}

export function refuseCall(words: string): string {
  return document(`<Say>${escaped(words)}</Say><Hangup/>`);
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
