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
export function readTargetUrl(text: string): WebhookTarget | string {
  if (text.length > maxLength)
    return `The url has ${text.length} characters; it may have ${maxLength} at most.`;
  // The parser silently removes or corrects these characters, so the stored URL would differ from the one sent.
  if (/[\s\\]|\p{Cc}/u.test(text)) return 'The url must not contain spaces, line breaks or backslashes.';
  if (!URL.canParse(text)) return 'The url is not valid. It must look like https://example.com/webhooks.';
  const url = new URL(text);
  const { protocol, hash, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    return `The url must begin with https://; it begins with ${protocol}`;
  if (!/^https?:\/\/[^/]/i.test(text))
    return 'The url must have two slashes before its host, as https://example.com/webhooks has.';
  if (url.username || url.password || authorityOf(text).includes('@'))
    return 'The url must not contain a user name or password. Deliveries are signed: check the signature instead.';
  if (hash || text.includes('#')) return 'The url must not have a fragment (#…): it is never sent.';
  if (url.port === '0') return 'The url has port 0, where nothing can listen.';
  if (hostname.endsWith('.')) return 'The host of the url must not end with a dot.';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !isValidHostName(host))
    return 'The host of the url can never exist: between its dots there are 1 to 63 characters, and 253 at most in all.';
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
