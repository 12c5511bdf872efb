// Signatures of Twilio requests: https://www.twilio.com/docs/usage/security.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type FormFields = Readonly<Record<string, string>>;

export interface SignedRequest {
  /** The URL as Twilio calls it, including the query. */
  readonly url: string;
  readonly fields: FormFields;
  /** X-Twilio-Signature. */
  readonly signature: string | readonly string[] | undefined;
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
  if (typeof request.signature !== 'string') return false;
  const given = Buffer.from(request.signature);
  const expected = Buffer.from(twilioSignature(authToken, request));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
