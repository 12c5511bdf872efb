// Redirect URIs: what may be registered, what matches, and how an answer is put on one. They are compared as text; any
// cleverness here would be an open redirect.

/** RFC 8252: a native app listens on whatever port is free, so on the loopback interface the port is not compared. */
const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?((?:\/|\?).*)?$/;
const printable = /^[\x21-\x7e]+$/;
const plainOrigin = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Why a URI cannot be registered; null: it can. */
export function redirectUriFault(uri: string): string | null {
  if (!printable.test(uri) || !URL.canParse(uri)) return 'is not an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, origin, username, password } = new URL(uri);
  if (username || password) return 'must not carry a user name or password';
  if (protocol === 'https:') return plainOrigin.test(origin) ? null : 'needs a plain host name';
  if (protocol === 'http:')
    return loopback.test(uri) ? null : 'must be https, except on the loopback interface';
  // RFC 8252, 7.1: apps use a domain name they own, backwards, as their scheme.
  return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(protocol)
    ? null
    : 'must be https, http on the loopback interface, or an app’s own scheme such as com.example.app:/callback';
}

export function isRegistered(registered: readonly string[], uri: string): boolean {
  return (
    redirectUriFault(uri) === null && registered.some((known) => known === uri || differsInPort(known, uri))
  );
}

function differsInPort(known: string, uri: string): boolean {
  const [, host, , rest] = loopback.exec(known) ?? [];
  const [, askedHost, , askedRest] = loopback.exec(uri) ?? [];
  return host !== undefined && host === askedHost && rest === askedRest;
}

/** The URI with an answer on it. A query it was registered with stays as it is. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}

/**
 * The URI as a source in a content policy. Browsers also check where the client's callback redirects to, which may be
 * any address of the client's on the web: https as a whole is let through.
 */
export function policySource(uri: string): string {
  const { protocol, origin, port } = new URL(uri);
  if (protocol === 'https:') return protocol;
  if (plainOrigin.test(origin)) return origin;
  // Policies cannot spell an IPv6 host; of our kinds of URI only [::1] has one.
  return protocol === 'http:' ? `http://*:${port || 80}` : protocol;
}

/** Where a person is sent, in words. */
export function destinationOf(uri: string): string {
  return uri.startsWith('https:') ? new URL(uri).host : 'the app on this device';
}
