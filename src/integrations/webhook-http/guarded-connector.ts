// Connector that opens only connections the guard allows. It checks what is connected to, not what the URL says: IP
// literals before the first packet, all addresses of a host name after the lookup, and the peer address of the open
// connection.
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { type EgressGuard, RefusedTarget } from './egress-guard.ts';
import { connectSeconds } from './send-failure.ts';
import { type CertificateDates, TlsFailure } from './tls-failure.ts';

export interface ConnectorOptions {
  /** PEM of the only trusted certificate authorities; default: the public ones. */
  readonly authorities?: string | undefined;
}

export function guardedConnector(
  guard: EgressGuard,
  { authorities }: ConnectorOptions,
): buildConnector.connector {
  const connectorFor = (protocol: string) =>
    buildConnector({
      timeout: connectSeconds * 1000,
      lookup: guardedLookup(guard, protocol),
      autoSelectFamily: true,
      // Set explicitly, so that no environment variable can disable verification.
      rejectUnauthorized: true,
      ...(authorities !== undefined && { ca: authorities }),
    });
  const connectors = { http: connectorFor('http:'), https: connectorFor('https:') };

  return (options, callback) => {
    const { protocol, hostname } = options;
    // There is no lookup for an IP literal, so it must be checked here.
    const refusal = isIP(hostname) === 0 ? null : guard.refusalOf(protocol, hostname, hostname);
    if (refusal !== null) {
      queueMicrotask(() => callback(new RefusedTarget(refusal), null));
      return;
    }
    let certificate: CertificateDates | null = null;
    const connect = protocol === 'https:' ? connectors.https : connectors.http;
    const socketInProgress: unknown = connect(options, (error, socket) => {
      if (error) return callback(withCertificate(error, certificate), null);
      const lateRefusal = guard.refusalOf(protocol, socket.remoteAddress ?? '', hostname);
      if (lateRefusal === null) return callback(null, socket);
      socket.destroy();
      callback(new RefusedTarget(lateRefusal), null);
    });
    if (socketInProgress instanceof TLSSocket) {
      // When verification fails, the certificate is no longer available at the time of the error callback.
      socketInProgress.prependListener('secure', () => {
        certificate = certificateDates(socketInProgress);
      });
    }
  };
}

function guardedLookup(guard: EgressGuard, protocol: string): LookupFunction {
  const lookUp = callbackify((name: string) => guard.resolveAllowed(protocol, name));
  return (hostname, { all }, callback) => {
    lookUp(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || first === undefined) callback(error, []);
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

function certificateDates(socket: TLSSocket): CertificateDates | null {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  if (!from || !to) return null;
  const day = (text: string) => new Date(text).toISOString().slice(0, 10);
  return { validFrom: day(from), validTo: day(to) };
}

function withCertificate(error: Error, certificate: CertificateDates | null): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return certificate === null || code === null
    ? error
    : new TlsFailure(Object.assign(error, { code }), certificate);
}
