// Opens the connections webhooks are sent over, to nowhere else than the guard allows. It judges what is connected to, not
// what was written: addresses before the first packet, all addresses of a name when it is looked up, and once more the
// other end of the open connection.
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { type EgressGuard, RefusedTarget } from './egress-guard.ts';
import { connectSeconds } from './send-failure.ts';
import { type SeenCertificate, TlsFailure } from './tls-failure.ts';

export interface ConnectorOptions {
  /** Trusted beside nothing else; the public authorities unless given. */
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
      // Said outright, so that no variable of the environment can turn it off.
      rejectUnauthorized: true,
      ...(authorities !== undefined && { ca: authorities }),
    });
  const connectors = { http: connectorFor('http:'), https: connectorFor('https:') };

  return (options, callback) => {
    const { protocol, hostname } = options;
    // No name is looked up for a literal, so nothing else would judge it.
    const refusal = isIP(hostname) === 0 ? null : guard.refusalOf(protocol, hostname, hostname);
    if (refusal !== null) {
      queueMicrotask(() => callback(new RefusedTarget(refusal), null));
      return;
    }
    let certificate: SeenCertificate | null = null;
    const connect = protocol === 'https:' ? connectors.https : connectors.http;
    const opening: unknown = connect(options, (error, socket) => {
      if (error) return callback(withCertificate(error, certificate), null);
      const late = guard.refusalOf(protocol, socket.remoteAddress ?? '', hostname);
      if (late === null) return callback(null, socket);
      socket.destroy();
      callback(new RefusedTarget(late), null);
    });
    if (opening instanceof TLSSocket) {
      // When verification fails the certificate is gone by the time the error is told.
      opening.prependListener('secure', () => {
        certificate = seenOn(opening);
      });
    }
  };
}

function guardedLookup(guard: EgressGuard, protocol: string): LookupFunction {
  return (hostname, { all }, callback) => {
    guard.vettedAddresses(protocol, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

function seenOn(socket: TLSSocket): SeenCertificate | null {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  if (!from || !to) return null;
  const day = (text: string) => new Date(text).toISOString().slice(0, 10);
  return { validFrom: day(from), validTo: day(to) };
}

function withCertificate(error: Error, certificate: SeenCertificate | null): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return certificate === null || code === null
    ? error
    : new TlsFailure(Object.assign(error, { code }), certificate);
}
