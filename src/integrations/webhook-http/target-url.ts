// Parses and validates the URL of a webhook without network access. The WHATWG parser normalizes every spelling of an
// IP address (decimal, octal, hexadecimal, shortened, full-width digits); the normalized form is checked and connected
// to.
import { isIP } from 'node:net';

export interface WebhookTarget {
  /** Scheme, host and port; the key of the connection pools. */
  readonly origin: string;
  readonly protocol: 'http:' | 'https:';
  /** Path and query. */
  readonly path: string;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly isAddress: boolean;
}

const maxLength = 2_048;

/** The target, or a sentence that says what is wrong with the URL. */
export function parseTargetUrl(text: string): WebhookTarget | string {
  if (text.length > maxLength)
    return `The URL has ${text.length} characters. At most ${maxLength} are allowed.`;
  // The parser silently removes or corrects these characters, so the stored URL would differ from the one sent.
  if (/[\s\\]|\p{Cc}/u.test(text)) return 'The URL must not contain spaces, line breaks or backslashes.';
  if (!URL.canParse(text)) return 'The URL is not valid. Use the form https://example.com/webhooks.';
  const url = new URL(text);
  const { protocol, hash, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return `The URL must begin with https://, not ${protocol}`;
  if (!/^https?:\/\/[^/]/i.test(text))
    return 'The URL must have two slashes before its host. Use the form https://example.com/webhooks.';
  if (url.username || url.password || authorityOf(text).includes('@'))
    return 'The URL must not contain a user name or password. Verify the signature of deliveries instead.';
  if (hash || text.includes('#'))
    return 'The URL must not have a fragment (#…), because fragments are never sent.';
  if (url.port === '0') return 'The URL must not have port 0, because no server can listen on it.';
  if (hostname.endsWith('.')) return 'The host of the URL must not end with a dot.';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !isValidHostName(host))
    return 'The host of the URL is not a valid name: each part between dots must have 1 to 63 characters, and the whole name at most 253.';
  return {
    origin: url.origin,
    protocol,
    path: `${url.pathname}${url.search}`,
    host,
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    isAddress,
  };
}

/** A host name may be registered before its DNS records exist, but it must be syntactically possible. */
function isValidHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every(({ length }) => length >= 1 && length <= 63);
}

function authorityOf(text: string): string {
  return text.replace(/^[^:]*:\/*/, '').split(/[/?#]/)[0] ?? '';
}
