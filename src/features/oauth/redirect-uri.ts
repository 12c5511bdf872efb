// Redirect URIs: which ones can be registered, how a request matches one, and how response parameters are appended.
// URIs are compared as text: normalization here would risk an open redirect.

/** RFC 8252: native apps listen on any free port, so the port is not compared on the loopback interface. */
const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?((?:\/|\?).*)?$/;
const printable = /^[\x21-\x7e]+$/;
const plainOrigin = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Reason why the URI cannot be registered; null if it can. */
export function redirectUriFault(uri: string): string | null {
  if (!printable.test(uri) || !URL.canParse(uri)) return 'is not an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, origin, username, password } = new URL(uri);
  if (username || password) return 'must not carry a user name or password';
  if (protocol === 'https:') return plainOrigin.test(origin) ? null : 'needs a plain host name';
  if (protocol === 'http:')
    return loopback.test(uri) ? null : 'must be https, except on the loopback interface';
  // RFC 8252, 7.1: apps use a reversed domain name that they own as their scheme.
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

/** Appends response parameters. Keeps the query of the registered URI unchanged. */
export function withResponseParams(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(present).toString()}`;
}

/**
 * The URI as a `form-action` source of the content security policy. Browsers also check the redirects that follow, and
 * the client's callback may redirect to any of the client's addresses: so all https origins are allowed.
 */
export function policySource(uri: string): string {
  const { protocol, origin, port } = new URL(uri);
  if (protocol === 'https:') return protocol;
  if (plainOrigin.test(origin)) return origin;
  // CSP sources cannot express an IPv6 host. Of the accepted URIs only [::1] has one.
  return protocol === 'http:' ? `http://*:${port || 80}` : protocol;
}

/** Name of the destination, as shown to the user. */
export function destinationOf(uri: string): string {
  return uri.startsWith('https:') ? new URL(uri).host : 'the app on this device';
}
