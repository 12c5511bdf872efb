// One-click unsubscribe link of e-mails. The token contains the encrypted address, so the link works as long as the
// e-mail exists, even after the message was erased here.
import type { Context } from '../../context.ts';
import { isLanguage, type Language } from '../../lib/language.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';
const PURPOSE = 'unsubscribe';

export interface Subscription {
  readonly address: string;
  readonly language: Language;
}

export function unsubscribeUrl(
  { keys, environment }: Pick<Context, 'keys' | 'environment'>,
  { address, language }: Subscription,
): string {
  const token = keys.seal(`${language} ${address}`, PURPOSE).toString('base64url');
  return `${environment.publicUrl}${UNSUBSCRIBE_PATH}/${token}`;
}

/** null for a token that this service did not create. */
export function readUnsubscribeToken({ keys }: Pick<Context, 'keys'>, token: string): Subscription | null {
  try {
    const [language, address] = keys.open(Buffer.from(token, 'base64url'), PURPOSE).toString().split(' ', 2);
    return isLanguage(language) && address ? { address, language } : null;
  } catch {
    return null;
  }
}
