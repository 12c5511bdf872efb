// Device cookie: proves that an account has signed in on this device before, so that guesses made elsewhere do not delay it
// (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It authenticates no caller. One cookie holds an entry per
// account that used the device: `nonce.issued.signature`. The account itself is in the signature only.
import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../lib/key-ring.ts';

/** Browsers keep cookies for at most 400 days. */
export const deviceCookieSeconds = 365 * 24 * 60 * 60;
/** Accounts per device, last signed in first. */
const maxEntries = 8;
const nonceBytes = 16;

/** The nonce of the account's entry, which names the device; null if there is no valid entry. */
export function findDevice(
  keys: KeyRing,
  cookie: string | undefined,
  account: string,
  now: Date,
): string | null {
  const entry = entriesOf(cookie).find((candidate) => isEntryOf(keys, candidate, account, now));
  return entry?.split('.')[0] ?? null;
}

/** The cookie with a new entry of the account. A new nonce means a new counter of failed attempts. */
export function addDevice(keys: KeyRing, cookie: string | undefined, account: string, now: Date): string {
  const nonce = randomBytes(nonceBytes).toString('base64url');
  const issued = Math.floor(now.getTime() / 1_000).toString(36);
  const entry = `${nonce}.${issued}.${keys.sign(signedText(account, nonce, issued))}`;
  const others = entriesOf(cookie).filter((other) => !isEntryOf(keys, other, account, now));
  return [entry, ...others].slice(0, maxEntries).join('~');
}

const entriesOf = (cookie = '') => cookie.split('~').filter(Boolean).slice(0, maxEntries);

function isEntryOf(keys: KeyRing, entry: string, account: string, now: Date): boolean {
  const [nonce = '', issued = '', signature = ''] = entry.split('.');
  if (!keys.verify(signedText(account, nonce, issued), signature)) return false;
  return now.getTime() / 1_000 - Number.parseInt(issued, 36) < deviceCookieSeconds;
}

const signedText = (account: string, nonce: string, issued: string) =>
  `device cookie ${account} ${nonce} ${issued}`;
