// Generates X.509 certificates for tests in DER, without external programs, for any name and validity period.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateRequest {
  /** DNS names and IPv4 addresses. */
  readonly hosts: readonly string[];
  readonly validFrom?: Date;
  readonly validTo?: Date;
  /** Default: self-signed. */
  readonly issuer?: TestCertificate;
  readonly isAuthority?: boolean;
}

const dayMs = 86_400_000;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = (name: string) => sequence(der(0x31, sequence(oid('550403'), text(0x0c, name))));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

function time(date: Date): Buffer {
  return text(0x18, `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`);
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : text(0x82, host),
  );
  return extension('551d11', sequence(...names));
}

export function createTestCertificate(request: CertificateRequest): TestCertificate {
  const { hosts, issuer, isAuthority = false } = request;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = commonName(hosts[0] ?? 'test');
  const { validFrom = new Date(Date.now() - dayMs), validTo = new Date(Date.now() + dayMs) } = request;
  const issuerName = issuer
    ? commonName(new X509Certificate(issuer.cert).subject.replace(/^CN=/, ''))
    : subject;
  const basic = extension('551d13', sequence(...(isAuthority ? [der(0x01, Buffer.from([0xff]))] : [])));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuerName,
    sequence(time(validFrom), time(validTo)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basic, alternativeNames(hosts))),
  );
  const signature = sign('sha256', content, issuer ? createPrivateKey(issuer.key) : privateKey);
  const base64 = sequence(content, ecdsaWithSha256, bits(signature)).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
