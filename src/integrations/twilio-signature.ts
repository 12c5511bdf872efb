// Verifies the signature of a Twilio request: https://www.twilio.com/docs/usage/security. Twilio signs the configured
// URL followed by the names and values of the form fields, sorted by name.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  form: Readonly<Record<string, string>>,
): boolean {
  if (signature === undefined) return false;
  const given = Buffer.from(signature);
  const expected = Buffer.from(twilioSignature(authToken, url, form));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function twilioSignature(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const text = Object.keys(form)
    .sort()
    .reduce((signed, name) => `${signed}${name}${form[name]}`, url);
  return createHmac('sha1', authToken).update(text).digest('base64');
}
